-- Everything that a space holds about one person, for a download that an owner asked for; null once they are no owner. Files are named
-- by their objects. Nothing about others: members are `a member`, and of other people's marks there is no evidence.
create or replace function private.export_person(space uuid, actor uuid, address text, chosen uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	p record;
begin
	if not exists (select from public.space_members m where m.space_id = space and m.user_id = actor and m.role = 'owner') then
		return null;
	end if;
	p := private.person_rows(space, address, chosen);
	perform private.note_person(space, 'person_downloaded', actor, private.person_address(nullif(btrim(address), '')),
		jsonb_build_object('testimonials', cardinality(p.testimonials), 'invitations', cardinality(p.invitations)));
	return jsonb_build_object(
		'space', (select jsonb_build_object('name', s.name, 'locale', s.locale) from public.spaces s where s.id = space),
		'addresses', to_jsonb(p.addresses),
		'is_never_asked_again', exists (select from private.declined_addresses d, unnest(p.addresses) x
			where d.space_id = space and d.address_hash = private.address_hash(space, x)),
		'testimonials', coalesce((select jsonb_agg(private.person_testimonial(t) order by t.submitted_at, t.id)
			from public.testimonials t where t.space_id = space and t.id = any (p.testimonials)), '[]'),
		'invitations', coalesce((select jsonb_agg(jsonb_build_object(
				'email', i.email, 'name', i.name, 'company', i.company, 'note', i.note, 'state', i.state,
				'form', (select f.name from public.forms f where f.id = i.form_id), 'subject', b.subject, 'message', b.message,
				'created_at', i.created_at, 'sent_at', i.sent_at, 'reminded_at', i.reminded_at, 'opened_at', i.opened_at,
				'answered_at', i.answered_at, 'expires_at', i.expires_at, 'testimonial_id', i.testimonial_id) order by i.created_at, i.id)
			from public.invitations i join private.invitation_batches b on b.space_id = i.space_id and b.id = i.batch_id
			where i.space_id = space and i.id = any (p.invitations)), '[]'),
		'customer_events', coalesce((select jsonb_agg(jsonb_build_object('event', e.event, 'reference', e.reference, 'at', e.at, 'email', e.email,
				'name', e.name, 'company', e.company, 'locale', e.locale, 'data', e.data, 'state', e.state, 'received_at', e.received_at)
				order by e.received_at, e.id)
			from public.customer_events e where e.space_id = space and e.email = any (p.addresses)), '[]'),
		'import_rows', coalesce((select jsonb_agg(jsonb_build_object('file', m.file_name, 'imported_at', m.created_at, 'row', r.row,
				'columns', m.columns, 'cells', r.cells) order by m.created_at, r.row)
			from private.import_rows_naming(space, p.addresses) r
			join public.imports m on m.space_id = r.space_id and m.id = r.import_id), '[]'));
end
$$;

grant execute on function private.export_person(uuid, uuid, text, uuid[]) to service_role;
