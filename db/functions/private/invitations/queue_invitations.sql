-- Notes that a space has a mail due at a time, and wakes the nodes. It locks the space's queue, as nodes do before they take mails.
create or replace function private.queue_invitations(space uuid, due timestamptz) returns void
language sql volatile set search_path = '' as $$
	insert into private.invitation_queues as q (space_id, due_at) values ($1, $2)
	on conflict (space_id) do update set due_at = least(q.due_at, excluded.due_at);
	select pg_notify('plaudit_invitations', '');
$$;
