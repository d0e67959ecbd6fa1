-- Sums of what people think and say of a thing. Rows are locked in the order of their keys by each statement alone.
create or replace function portal.add_to_subject(e uuid, t text, s uuid, likes integer, bookmarks integer, ratings integer, stars integer, comments integer, students integer) returns void
language sql
as $$
  insert into public.subject_total as total (enterprise_id, subject_type, subject_id, like_count, bookmark_count, rating_count, rating_sum, comment_count, student_count)
  values (e, t, s, likes, bookmarks, ratings, stars, comments, students)
  on conflict (enterprise_id, subject_type, subject_id) do update set
    like_count = total.like_count + excluded.like_count,
    bookmark_count = total.bookmark_count + excluded.bookmark_count,
    rating_count = total.rating_count + excluded.rating_count,
    rating_sum = total.rating_sum + excluded.rating_sum,
    comment_count = total.comment_count + excluded.comment_count,
    student_count = total.student_count + excluded.student_count
$$;

-- What is shown of comments: neither deleted nor hidden. A reply is shown only under a comment that is shown.
create or replace function portal.count_comment() returns trigger
language plpgsql
as $$
declare
  was boolean := tg_op = 'UPDATE' and old.deleted_at is null and old.hidden_at is null;
  is_now boolean := new.deleted_at is null and new.hidden_at is null;
  change int;
begin
  if was = is_now then return null; end if;
  change := case when is_now then 1 else -1 end;
  if new.parent_id is null then
    change := change * (1 + (select count(*)::int from public.comment r
      where r.enterprise_id = new.enterprise_id and r.parent_id = new.id and r.deleted_at is null and r.hidden_at is null));
  elsif exists (select from public.comment c where c.enterprise_id = new.enterprise_id and c.id = new.parent_id
                and (c.deleted_at is not null or c.hidden_at is not null)) then
    return null;
  end if;
  perform portal.add_to_subject(new.enterprise_id, new.subject_type, new.subject_id, 0, 0, 0, 0, change, 0);
  return null;
end $$;
create or replace trigger count_comment after insert or update of deleted_at, hidden_at on public.comment
for each row execute function portal.count_comment();

create or replace function portal.count_label_follow() returns trigger
language plpgsql
as $$
begin
  update public.label set follower_count = follower_count + case when tg_op = 'INSERT' then 1 else -1 end
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id) and id = coalesce(new.label_id, old.label_id);
  return null;
end $$;
create or replace trigger count_label_follow after insert or delete on public.label_follow
for each row execute function portal.count_label_follow();

create or replace function portal.count_post_follow() returns trigger
language plpgsql
as $$
begin
  update public.post set follower_count = follower_count + case when tg_op = 'INSERT' then 1 else -1 end
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id) and id = coalesce(new.post_id, old.post_id);
  return null;
end $$;
create or replace trigger count_post_follow after insert or delete on public.post_follow
for each row execute function portal.count_post_follow();

-- Published posts of a label, published answers of a question.
create or replace function portal.count_post_label() returns trigger
language plpgsql
as $$
declare r record := case when tg_op = 'INSERT' then new else old end;
begin
  update public.label set post_count = post_count + case when tg_op = 'INSERT' then 1 else -1 end
  where enterprise_id = r.enterprise_id and id = r.label_id
    and exists (select from public.post p where p.enterprise_id = r.enterprise_id and p.id = r.post_id and p.state = 'published');
  return null;
end $$;
create or replace trigger count_post_label after insert or delete on public.post_label
for each row execute function portal.count_post_label();

create or replace function portal.count_post_state() returns trigger
language plpgsql
as $$
declare
  was boolean := tg_op = 'UPDATE' and old.state = 'published';
  change int := case when new.state = 'published' then 1 else -1 end;
begin
  if was = (new.state = 'published') then return null; end if;
  if new.kind = 'answer' then
    update public.post set answer_count = answer_count + change
    where enterprise_id = new.enterprise_id and id = new.question_id;
  else
    update public.label set post_count = post_count + change
    where enterprise_id = new.enterprise_id and id in (
      select l.label_id from public.post_label l where l.enterprise_id = new.enterprise_id and l.post_id = new.id);
  end if;
  return null;
end $$;
create or replace trigger count_post_state after insert or update of state on public.post
for each row execute function portal.count_post_state();

-- Votes and followers of a post, followers of a label.
create or replace function portal.count_post_vote() returns trigger
language plpgsql
as $$
begin
  update public.post set vote_count = vote_count + case when tg_op = 'INSERT' then 1 else -1 end
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id) and id = coalesce(new.post_id, old.post_id);
  return null;
end $$;
create or replace trigger count_post_vote after insert or delete on public.post_vote
for each row execute function portal.count_post_vote();

-- One write for each change, and none where nothing that is summed has changed.
create or replace function portal.count_reaction() returns trigger
language plpgsql
as $$
declare
  thing public.reaction;
  likes int := 0; bookmarks int := 0; ratings int := 0; stars int := 0; counts int[] := '{0,0,0,0,0}';
begin
  if tg_op = 'DELETE' then thing := old; else thing := new; end if;
  if tg_op <> 'INSERT' then
    likes := -(old.liked_at is not null)::int;
    bookmarks := -(old.bookmarked_at is not null)::int;
    if old.rating is not null then
      ratings := -1; stars := -old.rating; counts[old.rating] := -1;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    likes := likes + (new.liked_at is not null)::int;
    bookmarks := bookmarks + (new.bookmarked_at is not null)::int;
    if new.rating is not null then
      ratings := ratings + 1; stars := stars + new.rating; counts[new.rating] := counts[new.rating] + 1;
    end if;
  end if;
  if likes = 0 and bookmarks = 0 and ratings = 0 and stars = 0 then
    return null;
  end if;
  insert into public.subject_total as total (enterprise_id, subject_type, subject_id, like_count, bookmark_count,
    rating_count, rating_sum, rating_counts)
  values (thing.enterprise_id, thing.subject_type, thing.subject_id, likes, bookmarks, ratings, stars, counts)
  on conflict (enterprise_id, subject_type, subject_id) do update set
    like_count = total.like_count + excluded.like_count,
    bookmark_count = total.bookmark_count + excluded.bookmark_count,
    rating_count = total.rating_count + excluded.rating_count,
    rating_sum = total.rating_sum + excluded.rating_sum,
    rating_counts = array[
      total.rating_counts[1] + excluded.rating_counts[1], total.rating_counts[2] + excluded.rating_counts[2],
      total.rating_counts[3] + excluded.rating_counts[3], total.rating_counts[4] + excluded.rating_counts[4],
      total.rating_counts[5] + excluded.rating_counts[5]];
  return null;
end $$;
create or replace trigger count_reaction after insert or delete or update on public.reaction
for each row execute function portal.count_reaction();

create or replace function portal.count_student() returns trigger
language plpgsql
as $$
begin
  perform portal.add_to_subject(new.enterprise_id, 'course', new.course_id, 0, 0, 0, 0, 0, 1);
  return null;
end $$;
create or replace trigger count_student after insert on public.course_progress
for each row execute function portal.count_student();
