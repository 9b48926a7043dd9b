-- Fills space_id from the parent of a row, for clients that name only the parent. It runs as the caller: an invisible parent gives
-- no space, and the policy refuses the row.
create or replace function private.fill_space() returns trigger language plpgsql stable set search_path = '' as $$
declare
	sent jsonb := to_jsonb(new);
begin
	new.space_id := case
		when tg_table_name in ('form_questions', 'form_slugs', 'former_consent_texts', 'form_pressure') then
			(select f.space_id from public.forms f where f.id = (sent ->> 'form_id')::uuid)
		when tg_table_name = 'wall_items' then (select w.space_id from public.walls w where w.id = (sent ->> 'wall_id')::uuid)
		else (select t.space_id from public.testimonials t where t.id = (sent ->> 'testimonial_id')::uuid)
	end;
	return new;
end
$$;
