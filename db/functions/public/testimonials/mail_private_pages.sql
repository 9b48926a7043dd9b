-- Mails the private page of testimonials to the addresses on file, three times an hour each at most, and returns how many mails were
-- queued, also while the space has switched the mail off that follows a submission. Callers never read the links.
create or replace function public.mail_private_pages(space_id uuid, testimonial_ids uuid[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	t record;
	queued int := 0;
begin
	perform private.require_owner(space_id);
	for t in select x.id from public.testimonials x
		join public.testimonial_contacts c on c.space_id = x.space_id and c.testimonial_id = x.id and c.mails_stopped_at is null
		join private.receipts r on r.testimonial_id = x.id
		where x.space_id = space_id and x.id = any (testimonial_ids) and x.spam_state <> 'spam' order by x.submitted_at desc, x.id limit 20
	loop
		if private.take_address_budget(uuid_send(space_id) || sha256(convert_to('private page of ' || t.id, 'UTF8')), 3) then
			insert into plaudit.jobs (kind, payload) values ('receipt_mail', jsonb_build_object('testimonial_id', t.id, 'is_asked', true));
			queued := queued + 1;
		end if;
	end loop;
	if queued > 0 then
		perform private.add_space_event(space_id, 'private_page_mailed', auth.uid(), jsonb_build_object('mails', queued));
	end if;
	return queued;
end
$$;

grant execute on function public.mail_private_pages(uuid, uuid[]) to authenticated;
