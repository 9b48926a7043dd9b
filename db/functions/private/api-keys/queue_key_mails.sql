-- Queues a mail about a key to each owner of its space: that it `ends` soon, or was `revoked` with the ownership of its maker.
create or replace function private.queue_key_mails(space uuid, key uuid, about text) returns void
language sql volatile set search_path = '' as $$
	insert into plaudit.jobs (kind, payload)
	select 'key_mail', jsonb_build_object('mail_id', gen_random_uuid(), 'space_id', $1, 'key_id', $2, 'about', $3, 'user_id', m.user_id)
	from public.space_members m where m.space_id = $1 and m.role = 'owner'
$$;
