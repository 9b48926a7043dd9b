-- Fills the space of receipts from before that column, among the next `most` by their testimonials after `after`. `reached` is the last of them, null at
-- the end; `missing` of them had no space, and `filled` have one now. Rows that another transaction writes are left to the next pass.
create or replace function private.fill_receipts(after uuid, most int, out reached uuid, out missing int, out filled int)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	ids uuid[];
begin
	ids := array(select r.testimonial_id from private.receipts r where r.testimonial_id > after order by r.testimonial_id limit most);
	reached := ids[cardinality(ids)];
	select count(*) into missing from private.receipts r where r.testimonial_id = any (ids) and r.space_id is null;
	update private.receipts r set space_id = t.space_id
	from (select x.testimonial_id from private.receipts x where x.testimonial_id = any (ids) and x.space_id is null
		for no key update skip locked) unfilled
	join public.testimonials t on t.id = unfilled.testimonial_id
	where r.testimonial_id = unfilled.testimonial_id;
	get diagnostics filled = row_count;
end
$$;

grant execute on function private.fill_receipts(uuid, int) to service_role;
