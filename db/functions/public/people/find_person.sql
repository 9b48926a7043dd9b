-- Searches everything that a space holds about one person, for its owners: by whole address, by testimonials that an owner chose, or by both. Each search
-- is written into the history of the space.
create or replace function public.find_person(space_id uuid, address text default null, testimonial_ids uuid[] default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	p record;
	found jsonb;
begin
	perform private.require_owner(space_id);
	if nullif(btrim(address), '') is null and coalesce(cardinality(testimonial_ids), 0) = 0 then
		raise exception using errcode = '22023', message = 'Name an address, or choose testimonials.';
	end if;
	p := private.person_rows(space_id, address, testimonial_ids);
	found := private.person_summary(space_id, p.testimonials, p.addresses, p.invitations);
	perform private.note_person(space_id, 'person_searched', auth.uid(), private.person_address(nullif(btrim(address), '')),
		jsonb_build_object('testimonials', cardinality(p.testimonials), 'invitations', cardinality(p.invitations),
			'import_rows', found -> 'import_row_count'));
	return found
		|| jsonb_build_object('mentions', private.person_mentions(space_id, p.addresses, p.testimonials));
end
$$;

grant execute on function public.find_person(uuid, text, uuid[]) to authenticated;
