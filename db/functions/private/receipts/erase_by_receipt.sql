-- Erases a testimonial, all its rows and the events of its address, and returns the versions of the objects whose bytes must be deleted.
create or replace function private.erase_by_receipt(token_hash bytea) returns table (version text)
language plpgsql volatile security definer set search_path = '' as $$
declare
	t record;
	gone record;
begin
	select x.space_id, x.id into t from private.find_receipt($1) r join public.testimonials x on x.space_id = r.space_id and x.id = r.testimonial_id
	for update of x;
	if not found then
		return;
	end if;
	perform private.remember_erased(t.space_id, array[t.id], array(
		select c.email from public.testimonial_contacts c where c.space_id = t.space_id and c.testimonial_id = t.id));
	perform private.erase_customer_events(t.space_id, array(
		select private.person_address(c.email) from public.testimonial_contacts c where c.space_id = t.space_id and c.testimonial_id = t.id));
	gone := private.erase_testimonials(t.space_id, array[t.id]);
	perform private.remove_exports(t.space_id);
	perform private.add_space_event(t.space_id, 'erased_by_submitter', null);
	-- An empty row says that it was found, even without files.
	return query select unnest(gone.versions) union all select null::text;
end
$$;

grant execute on function private.erase_by_receipt(bytea) to anon;
