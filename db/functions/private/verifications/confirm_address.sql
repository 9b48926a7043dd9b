-- Records that the submitter opened a mail at the address of their testimonial, found by the key of its private link (private.find_receipt). The
-- address is compared: a mail to a former address confirms nothing. False when there is no such testimonial and address.
create or replace function private.confirm_address(token_hash bytea, email text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
	t record;
begin
	-- Locked first, as the history is a chain.
	select x.space_id, x.id, x.is_public into t
	from private.find_receipt($1) r
	join public.testimonials x on x.space_id = r.space_id and x.id = r.testimonial_id
	join public.testimonial_contacts c on c.space_id = x.space_id and c.testimonial_id = x.id
	where c.email = $2 for no key update of x;
	if not found then
		return false;
	end if;
	if private.add_verification(t.space_id, t.id, 'email', private.mask_address(email)) then
		perform private.add_event(t.space_id, t.id, 'address_confirmed', 'submitter', '{}');
		if t.is_public then
			perform private.notify_space(t.space_id);
		end if;
		perform private.approve_verified(t.space_id, t.id);
	end if;
	return true;
end
$$;

grant execute on function private.confirm_address(bytea, text) to anon;
