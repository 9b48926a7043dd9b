-- Approves a new testimonial whose form says so for one of its bases. Nothing is approved by itself without a consent to publish, that
-- looks like spam, that was edited, or that a member decided about. The caller has locked the testimonial.
create or replace function private.approve_verified(space uuid, testimonial uuid) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	basis text := (
		select v.basis from public.testimonials t
		join public.forms f on f.space_id = t.space_id and f.id = t.form_id
		join public.verifications v on v.space_id = t.space_id and v.testimonial_id = t.id and v.basis = any (f.auto_approve)
		where t.space_id = space and t.id = testimonial and t.status = 'pending' and t.spam_state = 'clean' and t.withdrawn_at is null
			and t.version = 1 and t.live_scope in ('public', 'anonymous')
			and not exists (select from public.testimonial_events e where e.space_id = t.space_id and e.testimonial_id = t.id
				and e.kind in ('approved', 'rejected', 'archived', 'restored', 'pending'))
		order by v.basis limit 1);
begin
	if basis is null then
		return;
	end if;
	-- The history names the server and the basis: the request is that of a visitor.
	perform set_config('plaudit.approved_basis', basis, true);
	update public.testimonials t set status = 'approved' where t.space_id = space and t.id = testimonial;
	perform set_config('plaudit.approved_basis', '', true);
end
$$;
