-- The recipient of the mail with the private link, and whether it may be sent: no row when the testimonial was erased or is spam.
-- Anybody may create a space and type any address into its form, so a space sends `most` of these mails an hour, and all spaces
-- of one account five times as many; null is no limit.
create or replace function private.receipt_mail(testimonial uuid, most int, out email text, out space text, out may_go boolean)
returns setof record
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	sender uuid;
	maker uuid;
begin
	select t.space_id, c.email, s.name, m.user_id into sender, email, space, maker
	from public.testimonials t
	join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
	join public.spaces s on s.id = t.space_id
	left join private.made_spaces m on m.space_id = s.id
	where t.id = testimonial and t.spam_state <> 'spam';
	if not found then
		return;
	end if;
	may_go := most is null
		or private.take_address_budget(sha256(convert_to('mails of ' || sender, 'UTF8')), most)
			and (maker is null or private.take_address_budget(sha256(convert_to('mails of all of ' || maker, 'UTF8')), 5 * most));
	return next;
end
$$;

alter function private.receipt_mail(uuid, int) owner to product_door;
grant execute on function private.receipt_mail(uuid, int) to service_role;
