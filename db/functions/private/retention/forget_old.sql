-- Deletes what has a retention time: idempotency keys after a week, budgets after a day, former consent texts and failed jobs (which may
-- name an address) after a month, the sites of a wall after 90 days unseen, mails to members a day after they were sent, addresses that
-- were invited to a team and never joined after 90 days, and so the hashes of erased invitations, uploads that were never sent after 25
-- hours, former states of bulk actions after two days, used proofs when they expire, refused rows of imports after 30 days, deliveries
-- of webhooks after 30, and hashes of erased rows after 400. Page views are kept for 800 days, to compare a month with
-- those of two years before.
create or replace function private.forget_old() returns void
language sql volatile security definer set search_path = '' as $$
	update private.receipts set send_key = null where send_key is not null and sent_at < now() - interval '7 days';
	delete from private.space_budgets where hour < now() - interval '1 day';
	-- Written by the version before.
	delete from private.address_budgets where hour < now() - interval '1 day';
	delete from private.former_consent_texts where replaced_at < now() - interval '30 days';
	delete from plaudit.jobs where failed_at < now() - interval '30 days';
	delete from plaudit.erasures where erased_at < now() - interval '400 days';
	delete from plaudit.erased_rows where erased_at < now() - interval '400 days';
	delete from public.wall_embeds where seen_at < now() - interval '90 days';
	delete from private.page_views where day < current_date - 800;
	delete from private.daily_views where day < current_date - 800;
	delete from private.notification_mails where closed_at < now() - interval '1 day';
	delete from private.spent_proofs where expires_at < now() - interval '1 hour';
	delete from private.erased_invitations where erased_at < now() - interval '90 days';
	delete from public.member_invitations
	where accepted_at is null and least(expires_at, declined_at, revoked_at) < now() - interval '90 days';
	delete from private.bulk_items i using public.bulk_jobs b
	where b.space_id = i.space_id and b.id = i.bulk_id and b.created_at < now() - interval '2 days' and b.state in ('finished', 'stopped', 'undone');
	select private.forget_customer_events();
	select private.forget_imports();
	select private.forget_uploads();
	select private.forget_webhooks();
$$;

grant execute on function private.forget_old() to service_role;
