-- Copies the scope of the current consent to the testimonial.
create or replace function private.follow_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	scope text := (select c.scope from private.consents c
		where c.space_id = new.space_id and c.testimonial_id = new.testimonial_id and c.revoked_at is null);
begin
	update public.testimonials t set live_scope = scope
	where t.space_id = new.space_id and t.id = new.testimonial_id and t.live_scope is distinct from scope;
	return null;
end
$$;
