-- Limits how many slugs the forms and the walls of a space reserve, former ones included: otherwise the limit on spaces could be
-- avoided within one space.
create or replace function private.hold_addresses() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	most int := (select l.most from private.limits l where l.name = 'addresses_per_space');
	held bigint;
begin
	if most is null then
		return null;
	end if;
	-- One at a time for each space: concurrent inserts could exceed the limit.
	perform pg_advisory_xact_lock(hashtextextended('addresses of ' || new.space_id, 7268433));
	if tg_table_name = 'forms' then
		select count(*) into held
		from private.form_slugs s join public.forms f on f.id = s.form_id
		where f.space_id = new.space_id;
	else
		select count(*) into held from public.walls w where w.space_id = new.space_id;
	end if;
	if held > most then
		raise exception using errcode = 'P0001', hint = 'too_many_addresses',
			message = format('The %s of a space have up to %s addresses, former ones included. Delete one that you no longer need.', tg_table_name, most);
	end if;
	return null;
end
$$;
