-- Notes one event of an invitation or an import, if a webhook of the space asks for it.
create or replace function private.note_webhook_event(space uuid, event text, testimonial uuid, subject uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
begin
	if exists (select from public.webhooks w where w.space_id = space and event = any (w.events)) then
		insert into private.webhook_events (space_id, event, testimonial_id, subject_id) values (space, event, testimonial, subject);
		raise info using errcode = 'PLNOW', message = 'plaudit_webhooks';
	end if;
end
$$;
