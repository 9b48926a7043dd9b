-- Tells findings of docs/findings.md whether work fails again and again: mails that several attempts did not hand over, recurring jobs whose
-- last six runs failed, and new testimonials that the search has not known for ten minutes.
create or replace function private.stalled_work(out mails boolean, out jobs boolean, out search boolean)
language sql stable security definer set search_path = '' as $$
	select exists (select from plaudit.jobs j where j.failed_at is null and j.last_error is not null and j.attempts >= 6
			and j.unique_key is null and j.kind like '%mail%')
		or exists (select from private.notification_mails n where n.closed_at is null and n.last_error is not null and n.attempts >= 6)
		or exists (select from private.invitation_mails i where i.sent_at is null and i.last_error is not null and i.attempts >= 3),
	exists (select from plaudit.jobs j where j.failed_at is null and j.last_error is not null and j.attempts >= 6 and j.unique_key is not null),
	exists (select from (select u.testimonial_id from private.unindexed_testimonials u limit 200) q
		join public.testimonials t on t.id = q.testimonial_id where t.submitted_at < now() - interval '10 minutes')
$$;

grant execute on function private.stalled_work() to service_role;
