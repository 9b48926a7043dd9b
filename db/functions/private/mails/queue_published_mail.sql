-- Queues the mail that a testimonial is public: for its first publication, unless it ends before the mail is sent. A mistaken
-- approval is undone within seconds, so the mail waits for some; one of thousands waits for its longer undo.
create or replace function private.queue_published_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	update private.receipts r set published_at = now() where r.testimonial_id = new.id and r.published_at is null;
	if found then
		insert into plaudit.jobs (kind, payload, run_at)
		values ('published_mail', jsonb_build_object('testimonial_id', new.id, 'mail_id', gen_random_uuid()), now()
			+ coalesce(nullif(current_setting('plaudit.published_mail_delay', true), ''), '20 seconds')::interval);
	end if;
	return null;
end
$$;
