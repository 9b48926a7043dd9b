-- Adds events to the open bundle or digest of a member, or begins one that is due at a moment. A mail stores 100 items and counts the rest.
create or replace function private.add_notification_items(
	space uuid, member uuid, kind text, due timestamptz, events bigint[], testimonials uuid[], kinds text[]
) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	mail uuid;
	room int;
begin
	select m.id into mail from private.notification_mails m
	where m.space_id = space and m.user_id = member and m.kind = kind and m.attempts = 0 and m.closed_at is null
	for update;
	if not found then
		insert into private.notification_mails (space_id, user_id, kind, run_at) values (space, member, kind, due) returning id into mail;
	end if;
	select 100 - count(*) into room from private.notification_items i where i.space_id = space and i.mail_id = mail;
	insert into private.notification_items (space_id, mail_id, event_id, user_id, testimonial_id, kind)
	select space, mail, n.id, member, n.testimonial, n.kind
	from unnest(events, testimonials, kinds) n(id, testimonial, kind) limit room;
	if cardinality(events) > room then
		update private.notification_mails m set more = m.more + cardinality(events) - room where m.space_id = space and m.id = mail;
	end if;
end
$$;
