-- The condition under which a row `r` belongs to the space of the parameter $1.
create or replace function private.archive_condition(key text) returns text
language sql immutable strict set search_path = '' as $$
	select case key
		when 'form_id' then 'r.form_id in (select f.id from public.forms f where f.space_id = $1)'
		when 'testimonial_id' then 'exists (select from public.testimonials t where t.space_id = $1 and t.id = r.testimonial_id)'
		else format('r.%I = $1', key)
	end
$$;
