-- Notes how many more people agreed to a wording. Revoked consents count: they were given.
create or replace function private.count_consents() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if tg_op = 'INSERT' then
		insert into private.part_changes (space_id, part, key, number)
		select n.space_id, 'c', private.wording_key(n.wording_hash), count(*) from new_rows n where n.scope <> 'private' group by 1, 3;
	else
		insert into private.part_changes (space_id, part, key, number)
		select o.space_id, 'c', private.wording_key(o.wording_hash), -count(*) from old_rows o where o.scope <> 'private' group by 1, 3;
	end if;
	return null;
end
$$;

alter function private.count_consents() owner to product_door;
