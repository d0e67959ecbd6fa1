import type pg from 'pg';

/** Removes a member from those for whom seats in carts are meant. */
export async function eraseFromCarts(
  client: pg.ClientBase,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
): Promise<void> {
  await client.query(
    'update cart_item set user_ids = array_remove(user_ids, $2::uuid) where enterprise_id = $1 and $2::uuid = any(user_ids)',
    [enterpriseId, userId],
  );
}
