-- Kept rows of imports that have one of the addresses in a cell: those that were not added, and those whose words were changed.
create or replace function private.import_rows_naming(space uuid, addresses text[]) returns setof public.import_rows
language sql stable set search_path = '' as $$
	select r.* from public.import_rows r
	where r.space_id = $1 and r.cells is not null and exists (
		select from jsonb_array_elements_text(r.cells) cell, unnest($2) address where strpos(lower(cell), address) > 0)
$$;
