-- Keeps the hashes of erased rows beyond their export to the backups, and tells all nodes.
create or replace function private.keep_erased() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	insert into plaudit.erased_rows (row_hash, kind, space_id, erased_at)
	select distinct on (n.row_hash, n.kind) n.row_hash, n.kind, n.space_id, n.erased_at from noted n order by n.row_hash, n.kind
	on conflict do nothing;
	if found then
		perform pg_notify('plaudit_erased', '');
	end if;
	return null;
end
$$;
