-- How much came in on a form in an hour, of all nodes together. Nodes add what they counted every other second, so that
-- no row is written by every submission. A crash may empty it.
create unlogged table private.form_pressure (
	form_id uuid not null references public.forms on delete cascade,
	hour timestamptz not null,
	sent int not null,
	primary key (form_id, hour)
) with (fillfactor = 70);
alter table private.form_pressure enable row level security;
alter table private.form_pressure force row level security;
grant select, insert, update, delete on private.form_pressure to product_door;

-- Adds to a form's count of this hour and answers the whole.
create function private.add_form_pressure(form uuid, more int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	whole int;
begin
	delete from private.form_pressure p where p.form_id = form and p.hour < date_trunc('hour', now());
	insert into private.form_pressure as p (form_id, hour, sent) values (form, date_trunc('hour', now()), more)
	on conflict on constraint form_pressure_pkey do update set sent = p.sent + excluded.sent
	returning p.sent into whole;
	return whole;
end
$$;
alter function private.add_form_pressure(uuid, int) owner to product_door;
grant execute on function private.add_form_pressure(uuid, int) to anon;
