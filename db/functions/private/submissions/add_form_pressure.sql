-- Adds to the number of submissions of a form in this hour, and returns the total.
create or replace function private.add_form_pressure(form uuid, more int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	whole int;
begin
	delete from private.form_pressure p where p.form_id = form and p.hour < date_trunc('hour', now());
	insert into private.form_pressure as p (space_id, form_id, hour, sent)
	select f.space_id, f.id, date_trunc('hour', now()), more from public.forms f where f.id = form
	on conflict on constraint form_pressure_pkey do update set sent = p.sent + excluded.sent
	returning p.sent into whole;
	return whole;
end
$$;

grant execute on function private.add_form_pressure(uuid, int) to anon;
