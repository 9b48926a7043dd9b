-- Notes that one more or one less person agreed to a wording. Revoked consents count: they were given. Consents come and go one by one, so
-- a trigger of rows is cheaper than one of statements.
create or replace function private.count_consents() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if tg_op = 'INSERT' then
		insert into private.part_changes (space_id, part, key, number) values (new.space_id, 'c', private.wording_key(new.wording_hash), 1);
	else
		insert into private.part_changes (space_id, part, key, number) values (old.space_id, 'c', private.wording_key(old.wording_hash), -1);
	end if;
	return null;
end
$$;
