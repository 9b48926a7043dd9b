-- The parts of a form that a page of this version showed, without the coupon code; of the next one that is kept when it was removed.
create or replace function private.form_as_shown(form uuid, shown int) returns jsonb
language sql stable security definer set search_path = '' as $$
	select v.parts || jsonb_build_object('thank_you', ((v.parts -> 'thank_you') - 'coupon_code' - 'coupon_label') || case
		when coalesce(v.parts #>> '{thank_you,coupon_code}', '') <> '' then '{"has_coupon": true}'::jsonb else '{}' end)
	from public.form_versions v
	where v.space_id = (select f.space_id from public.forms f where f.id = form) and v.form_id = form and v.version >= shown
	order by v.version limit 1
$$;

grant execute on function private.form_as_shown(uuid, int) to anon;
