-- Sets what a plain insert leaves out: pages of walls are ordered by approved_at, so imported testimonials need it too.
-- Only functions of product_door may write live_scope and media_ready themselves.
create or replace function private.complete_testimonial() returns trigger
language plpgsql set search_path = '' as $$
begin
	if new.status = 'approved' then
		new.approved_at := coalesce(new.approved_at, new.submitted_at);
	end if;
	new.live_scope := null;
	new.media_ready := new.kind = 'text';
	return new;
end
$$;
