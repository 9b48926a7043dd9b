-- Content of the mail to a submitter whom a proposal waits for; no row when it is answered, cancelled, or no mail is wanted. `may_go` is false when the
-- mails of the space are used up (private.take_mail_budget), or the three of an hour to one mailbox.
create or replace function private.proposal_mail(proposal uuid, most int)
returns table (testimonial uuid, email text, space_name text, color text, locale text, kind text, body text, note text, may_go boolean)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
	return query
		select t.id, c.email, s.name, s.brand ->> 'color', t.locale, t.kind, p.body, p.note,
			case when $2 is null or private.take_address_budget(sha256(convert_to('proposal mails to ' || private.mailbox_of(c.email), 'UTF8')), 3)
				then private.take_mail_budget(s.id, $2) else false end
		from public.proposals p
		join public.testimonials t on t.space_id = p.space_id and t.id = p.testimonial_id and t.withdrawn_at is null
		join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id and c.mails_stopped_at is null
		join public.spaces s on s.id = t.space_id
		where p.id = $1 and p.state = 'waiting';
end
$$;

grant execute on function private.proposal_mail(uuid, int) to service_role;
