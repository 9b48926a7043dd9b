-- All that the holder of a private link may see of a testimonial, found by its key (private.find_receipt).
create or replace function private.read_receipt(token_hash bytea) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'id', t.id, 'space_id', t.space_id, 'kind', t.kind, 'title', t.title, 'shows_title', t.shows_title, 'body', t.body, 'rating', t.rating, 'author_name', t.author_name,
		'author_title', t.author_title, 'author_company', t.author_company, 'author_url', t.author_url,
		'author_avatar_path', t.author_avatar_path, 'locale', t.locale, 'status', t.status,
		'edit_pending', t.status = 'pending' and t.approved_version is not null,
		'is_public', exists (select from private.shown_testimonials p where p.space_id = t.space_id and p.id = t.id),
		'excerpt_start', t.excerpt_start, 'excerpt_end', t.excerpt_end,
		'submitted_at', t.submitted_at, 'approved_at', t.approved_at, 'withdrawn_at', t.withdrawn_at,
		'kept_until', private.kept_until(t),
		'email', (select c.email from public.testimonial_contacts c where c.space_id = t.space_id and c.testimonial_id = t.id),
		'consents', (select coalesce(jsonb_agg(jsonb_build_object('scope', c.scope, 'wording', c.wording,
				'given_at', c.given_at, 'revoked_at', c.revoked_at) order by c.given_at desc, c.revoked_at desc nulls first), '[]')
			from public.consents c where c.space_id = t.space_id and c.testimonial_id = t.id),
		'media', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'path', m.path,
				'width', m.width, 'height', m.height, 'state', m.state, 'progress', m.progress, 'problem', m.problem, 'seconds', m.seconds,
				'poster_path', m.poster_path, 'original_path', m.original_path, 'peaks', m.peaks, 'quote', m.quote, 'is_replacement', m.replaces is not null,
				'trim', case when coalesce(m.trim_start, m.trim_end) is not null then jsonb_build_object('start', coalesce(m.trim_start, 0),
					'end', coalesce(m.trim_end, m.seconds)) end,
				'captions', (select coalesce(jsonb_agg(jsonb_build_object('locale', c.locale, 'path', c.path, 'transcript', c.transcript) order by c.locale <> t.locale, c.locale), '[]')
					from public.captions c where c.space_id = m.space_id and c.media_id = m.id and not c.is_draft)) order by m.created_at, m.id), '[]')
			from public.media m where m.space_id = t.space_id and m.testimonial_id = t.id),
		'answers', (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'label', a.label, 'value', a.value, 'is_public', a.is_public)
				order by a.position, a.id), '[]')
			from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id),
		'reply', (select jsonb_build_object('body', r.body, 'created_at', r.created_at)
			from public.replies r where r.space_id = t.space_id and r.testimonial_id = t.id),
		'walls', private.walls_showing(t.space_id, t.id),
		'bases', (select coalesce(jsonb_agg(v.basis
				order by array_position(array['order', 'provider', 'email', 'invited', 'imported', 'vouched'], v.basis)), '[]')
			from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id),
		'provider', (select v.provider from public.verifications v
			where v.space_id = t.space_id and v.testimonial_id = t.id and v.basis = 'provider'),
		'events', (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at,
				'by', case when e.actor in ('submitter', 'system') then e.actor when e.actor like 'key:%' then 'program' else 'owner' end) order by e.seq), '[]')
			-- Tags are the team's own order.
			from public.testimonial_events e where e.space_id = t.space_id and e.testimonial_id = t.id and e.kind not in ('tagged', 'untagged')),
		'seal', (select jsonb_build_object('entries', count(*), 'unsealed', count(*) filter (where e.log_number is null),
				'sealed_at', (select c.made_at from private.checkpoints c where c.last_entry >= max(e.log_number) order by c.last_entry limit 1))
			from public.testimonial_events e where e.space_id = t.space_id and e.testimonial_id = t.id),
		'proposal', (select jsonb_build_object('id', p.id, 'body', p.body, 'note', p.note, 'created_at', p.created_at)
			from public.proposals p where p.space_id = t.space_id and p.testimonial_id = t.id and p.state = 'waiting'),
		'form', (select jsonb_build_object('slug', f.slug, 'consent_text', f.consent_text, 'rating', f.rating, 'title_rule', f.title_rule,
				'is_mailed', not exists (select from public.customer_mails_off o where o.space_id = t.space_id and o.mail = 'received'),
				'max_seconds', f.max_seconds, 'link_url', f.thank_you ->> 'link_url', 'link_label', f.thank_you ->> 'link_label',
				'thanks', jsonb_build_object('title', f.thank_you ->> 'title', 'message', f.thank_you ->> 'message'),
				-- Every sender gets the same code, whatever they wrote.
				'coupon', case when t.source = 'form' and f.thank_you ->> 'coupon_code' <> ''
					then jsonb_build_object('code', f.thank_you ->> 'coupon_code', 'label', f.thank_you ->> 'coupon_label') end)
			from public.forms f where f.space_id = t.space_id and f.id = t.form_id),
		'space', (select jsonb_build_object('name', s.name, 'brand', s.brand) from public.spaces s where s.id = t.space_id))
	from private.find_receipt($1) r
	join public.testimonials t on t.space_id = r.space_id and t.id = r.testimonial_id
$$;

grant execute on function private.read_receipt(bytea) to anon;
