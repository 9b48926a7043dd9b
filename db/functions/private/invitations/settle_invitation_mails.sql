-- Ends mails of a space that must not be sent any more: their invitation was answered or declined, its form is
-- closed or deleted, or the account that asked is banned.
create or replace function private.settle_invitation_mails(mails uuid[]) returns void
language sql volatile set search_path = '' as $$
	with dead as (
		delete from private.invitation_mails m
		using public.invitations i
		join private.invitation_batches b on b.space_id = i.space_id and b.id = i.batch_id
		left join public.forms f on f.space_id = i.space_id and f.id = i.form_id
		left join auth.users u on u.id = b.created_by and u.banned_until > now()
		where m.id = any ($1) and i.space_id = m.space_id and i.id = m.invitation_id and (
			f.is_open is not true or u.id is not null
			or case m.kind when 'invitation' then i.state <> 'queued'
				else i.state not in ('sent', 'opened') or i.reminded_at is not null or i.expires_at <= now() end
			or exists (select from private.declined_addresses d
				where d.space_id = i.space_id and d.address_hash = private.address_hash(i.space_id, i.email)))
		returning i.space_id, i.id, m.kind, f.is_open, u.id is not null as is_banned,
			exists (select from private.declined_addresses d
				where d.space_id = i.space_id and d.address_hash = private.address_hash(i.space_id, i.email)) as is_declined
	)
	update public.invitations i
	set state = case when d.is_declined then 'declined' else 'failed' end,
		failure = case
			when d.is_declined then null
			when d.is_banned then 'The account that sent this invitation was suspended.'
			else format('The form was %s before this invitation was sent.', case d.is_open when false then 'closed' else 'deleted' end)
		end
	from dead d
	where i.space_id = d.space_id and i.id = d.id and d.kind = 'invitation' and i.state = 'queued';
$$;
