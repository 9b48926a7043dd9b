-- Sums up everything that a space holds about one person: numbers of all, and the newest hundred testimonials and invitations.
create or replace function private.person_summary(space uuid, testimonials uuid[], addresses text[], invitations uuid[]) returns jsonb
language sql stable set search_path = '' as $$
	select jsonb_build_object(
		'addresses', to_jsonb($3),
		'is_declined', exists (select from private.declined_addresses d, unnest($3) address
			where d.space_id = $1 and d.address_hash = private.address_hash($1, address)),
		'testimonial_count', cardinality($2),
		'invitation_count', cardinality($4),
		'import_row_count', (select count(*) from private.import_rows_naming($1, $3)),
		'customer_event_count', (select count(*) from public.customer_events e where e.space_id = $1 and e.email = any ($3)),
		'bytes', coalesce((select sum((o.metadata ->> 'size')::bigint) from unnest($2) testimonial join storage.objects o
			on o.bucket_id in ('photos', 'recordings') and o.name collate "C" >= format('%s/%s/', $1, testimonial)
				and o.name collate "C" < format('%s/%s0', $1, testimonial)), 0),
		'testimonials', coalesce((select jsonb_agg(to_jsonb(one)) from (
			select t.id, t.kind, t.title, left(t.body, 400) as body, t.rating, t.author_name, t.author_title, t.author_company, t.author_avatar_path,
				t.locale, t.source, t.status, t.spam_state, t.submitted_at, t.withdrawn_at, c.email,
				p.refusal is null as may_mail, p.refusal as mail_refusal,
				1 + (select count(*) from public.testimonial_versions v where v.space_id = t.space_id and v.testimonial_id = t.id) as versions,
				(select count(*) from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id) as answers,
				(select coalesce(jsonb_object_agg(m.kind, m.n), '{}') from (
					select x.kind, count(*) as n from public.media x where x.space_id = t.space_id and x.testimonial_id = t.id group by x.kind) m) as media,
				jsonb_array_length(private.walls_showing(t.space_id, t.id)) as walls,
				(select coalesce(jsonb_agg(jsonb_build_object('scope', x.scope, 'given_at', x.given_at, 'revoked_at', x.revoked_at)
					order by x.given_at desc), '[]')
					from public.consents x where x.space_id = t.space_id and x.testimonial_id = t.id) as consents
			from public.testimonials t
			left join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
			-- Why no private page can be mailed: it has none when it came through no form.
			cross join lateral (select case
				when not exists (select from private.receipts r where r.testimonial_id = t.id) then 'no_page'
				when t.spam_state = 'spam' then 'spam'
				when c.email is null then 'no_address'
				when c.mails_stopped_at is not null then 'stopped' end as refusal) p
			where t.space_id = $1 and t.id = any ($2)
			order by t.submitted_at desc, t.id limit 100) one), '[]'),
		'invitations', coalesce((select jsonb_agg(to_jsonb(one)) from (
			select i.id, i.email, i.name, i.company, i.state, i.failure, i.created_at, i.sent_at, i.reminded_at, i.answered_at
			from public.invitations i where i.space_id = $1 and i.id = any ($4)
			order by i.created_at desc, i.id limit 100) one), '[]'))
$$;
