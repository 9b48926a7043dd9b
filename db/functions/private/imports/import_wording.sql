-- The consent of imported testimonials: what the member who imports them states about a permission.
create or replace function private.import_wording(may_publish boolean) returns text
language sql immutable set search_path = '' as $$
	select case when may_publish
		then 'A member of the space states: they agreed that I may publish these words with their name, and I keep the proof.'
		else 'A member of the space imported these words and states no permission to publish them.' end
$$;

grant execute on function private.import_wording(boolean) to product_door;
