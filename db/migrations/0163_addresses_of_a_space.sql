-- Every form and wall takes an address that nobody else can have, and a form keeps those it had before. A space holds so many of
-- each kind, or the cap on spaces could be walked around within one of them.
create function private.hold_addresses() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	most int := (select l.most from private.limits l where l.name = 'addresses_per_space');
	held bigint;
begin
	if most is null then
		return null;
	end if;
	-- One at a time for each space, or many at once would each find room.
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
alter function private.hold_addresses() owner to product_door;
create trigger hold_addresses_of_new after insert on public.forms for each row execute function private.hold_addresses();
create trigger hold_addresses_of_changed after update of slug on public.forms for each row
	when (old.slug <> new.slug) execute function private.hold_addresses();
create trigger hold_addresses_of_new after insert on public.walls for each row execute function private.hold_addresses();
