-- Anybody may open a space, give it any name and type any address into its form. So that no space becomes a sender of its
-- owner's letters, the mails with private links are counted for each: `most` an hour, null lifts the budget.
drop function private.receipt_mail(uuid);

-- Whom to send the private link of a testimonial, and whether the space may send it in this hour: nobody when it was erased or
-- taken for spam meanwhile.
create function private.receipt_mail(testimonial uuid, most int, out email text, out space text, out may_go boolean)
returns setof record
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	sender uuid;
begin
	select t.space_id, c.email, s.name into sender, email, space
	from public.testimonials t
	join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
	join public.spaces s on s.id = t.space_id
	where t.id = testimonial and t.spam_state <> 'spam';
	if not found then
		return;
	end if;
	may_go := most is null or private.take_address_budget(sha256(convert_to('mails of ' || sender, 'UTF8')), most);
	return next;
end
$$;
alter function private.receipt_mail(uuid, int) owner to product_door;
grant execute on function private.receipt_mail(uuid, int) to service_role;
