-- Erases what a space holds about one person: testimonials with everything that belongs to them, invitations, events that its
-- systems sent, and kept rows of imports that were not added. Addresses leave a hash, so that the space never asks them again. A second call finds nothing, and writes no history.
create or replace function public.erase_person(space_id uuid, address text default null, testimonial_ids uuid[] default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	space constant uuid := space_id;
	p record;
	gone record;
	invitation public.invitations;
	erased_invitations int := 0;
	erased_rows int;
	erased_events int;
begin
	perform private.require_owner(space);
	if nullif(btrim(address), '') is null and coalesce(cardinality(testimonial_ids), 0) = 0 then
		raise exception using errcode = '22023', message = 'Name an address, or choose testimonials.';
	end if;
	p := private.person_rows(space, address, testimonial_ids);
	perform private.forget_searches(space, p.addresses, array(
		select t.author_name from public.testimonials t where t.space_id = space and t.id = any (p.testimonials)
		union select i.name from public.invitations i where i.space_id = space and i.id = any (p.invitations) and i.name is not null));
	erased_events := private.erase_customer_events(space, p.addresses);
	if p.invitations <> '{}' then
		-- The queue is locked first, as when mails are taken.
		perform private.queue_invitations(space, now());
		for invitation in select i.* from public.invitations i
			where i.space_id = space and i.id = any (p.invitations) order by i.id for update
		loop
			perform private.erase_invitation(invitation);
			erased_invitations := erased_invitations + 1;
		end loop;
	end if;
	with erased as (
		update public.import_rows r set cells = null, links = null from private.import_rows_naming(space, p.addresses) n
		where r.space_id = n.space_id and r.import_id = n.import_id and r.row = n.row
		returning r.import_id, r.row
	), noted as (
		insert into plaudit.erasures (kind, space_id, row_hash) select 'import_row', space, private.row_hash(format('%s/%s', e.import_id, e.row)) from erased e
	)
	select count(*) into erased_rows from erased;
	insert into plaudit.erasures (kind, space_id, row_hash) select 'person', space, private.row_hash(t::text) from unnest(p.testimonials) t;
	perform private.remember_erased(space, p.testimonials, p.addresses);
	gone := private.erase_testimonials(space, p.testimonials);
	perform private.remove_versions(gone.versions);
	if gone.erased + erased_invitations + erased_rows + erased_events > 0 then
		perform private.remove_exports(space);
		insert into private.declined_addresses (space_id, address_hash)
		select distinct space, private.address_hash(space, x) from unnest(p.addresses) x on conflict do nothing;
		insert into plaudit.erasures (kind, space_id, row_hash)
		select distinct 'address', space, encode(private.address_hash(space, x), 'hex') from unnest(p.addresses) x;
		perform private.note_person(space, 'person_erased', auth.uid(), private.person_address(nullif(btrim(address), '')),
			jsonb_build_object('testimonials', gone.erased, 'invitations', erased_invitations, 'import_rows', erased_rows, 'customer_events', erased_events));
	end if;
	return jsonb_build_object('testimonials', gone.erased, 'invitations', erased_invitations, 'import_rows', erased_rows, 'customer_events', erased_events);
end
$$;

grant execute on function public.erase_person(uuid, text, uuid[]) to authenticated;
