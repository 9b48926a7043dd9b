-- The last owner of a space can neither leave it nor lose the role while the space exists.
create or replace function private.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	if old.role <> 'owner' or (tg_op = 'UPDATE' and new.role = 'owner') then
		return coalesce(new, old);
	end if;
	-- Two owners who leave at the same time would each see the other.
	perform pg_advisory_xact_lock(hashtextextended(old.space_id::text, 7268435));
	if exists (select from public.spaces where id = old.space_id)
		and exists (select from public.profiles where id = old.user_id)
		and not exists (
			select from public.space_members
			where space_id = old.space_id and role = 'owner' and user_id <> old.user_id
		)
	then
		raise exception using errcode = 'P0001', message = 'A space keeps at least one owner.',
			hint = 'Make another member an owner first.';
	end if;
	return coalesce(new, old);
end
$$;
