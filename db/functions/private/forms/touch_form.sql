-- Updates the date of a form when a question changes, so that no submission is checked against an outdated copy.
create or replace function private.touch_form() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	update public.forms set updated_at = clock_timestamp()
	where id in (case when tg_op <> 'DELETE' then new.form_id end, case when tg_op <> 'INSERT' then old.form_id end);
	return null;
end
$$;
