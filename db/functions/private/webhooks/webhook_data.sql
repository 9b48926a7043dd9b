-- What a delivery tells now; null when there is nothing left to tell. A webhook that a key made is told nothing that the key may not read.
create or replace function private.webhook_data(w public.webhooks, d public.webhook_deliveries) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	scopes constant text[] := (select private.key_scopes(k.role, k.scopes) from public.api_keys k where k.space_id = w.space_id and k.id = w.key_id);
begin
	return case d.event
		when 'testimonial.erased' then jsonb_build_object('id', d.testimonial_id, 'erased_at', d.happened_at)
		when 'testimonial.withdrawn' then jsonb_build_object('id', d.testimonial_id, 'withdrawn_at', d.happened_at)
		when 'invitation.answered' then jsonb_build_object('testimonial_id', d.testimonial_id, 'answered_at', d.happened_at)
			|| case when w.key_id is null or 'people:read' = any (scopes) then
				coalesce((select jsonb_build_object('id', i.id, 'form_id', i.form_id) from public.invitations i
					where i.space_id = d.space_id and i.id = d.subject_id), '{}') else '{}' end
		when 'import.finished' then jsonb_build_object('id', d.subject_id, 'finished_at', d.happened_at)
			|| case when w.key_id is null or 'numbers:read' = any (scopes) then
				coalesce((select jsonb_build_object('source', i.source, 'state', i.state, 'added', i.added, 'duplicates', i.duplicates,
						'refused', i.refused, 'left_out', i.left_out, 'replies', i.replies, 'erased', i.erased)
					from public.imports i where i.space_id = d.space_id and i.id = d.subject_id), '{}') else '{}' end
		else private.webhook_item(d.space_id, d.testimonial_id)
	end;
end
$$;
