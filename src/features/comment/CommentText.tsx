import { textParts } from '#src/lib/user-text.ts';

/** Text of a comment: plain text with line breaks and links. */
export function CommentText({ text }: { text: string }) {
  return (
    <div dir="auto" data-text className="mt-1 leading-relaxed break-words">
      {textParts(text).map((part, position) =>
        'br' in part ? (
          <br key={position} />
        ) : part.href ? (
          <a
            key={position}
            href={part.href}
            rel="nofollow ugc noopener noreferrer"
            target="_blank"
            className="link link-primary break-all"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  );
}
