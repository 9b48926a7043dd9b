-- A testimonial as its submitter may have it: all that they gave, and what was done with it.
create or replace function private.person_testimonial(t public.testimonials) returns jsonb
language sql stable set search_path = '' as $$
	select jsonb_build_object(
		'id', t.id, 'kind', t.kind, 'title', t.title, 'body', t.body, 'rating', t.rating, 'locale', t.locale, 'source', t.source, 'source_url', t.source_url,
		'author', jsonb_build_object('name', t.author_name, 'title', t.author_title, 'company', t.author_company, 'url', t.author_url),
		'email', (select c.email from public.testimonial_contacts c where c.space_id = t.space_id and c.testimonial_id = t.id),
		'status', t.status, 'is_public', t.is_public, 'submitted_at', t.submitted_at, 'approved_at', t.approved_at,
		'withdrawn_at', t.withdrawn_at, 'reward_disclosure', nullif(t.reward_disclosure, ''),
		'form', (select f.name from public.forms f where f.id = t.form_id),
		'shown_part', case when t.excerpt_end is not null then substr(t.body, t.excerpt_start + 1, t.excerpt_end - t.excerpt_start) end,
		'walls', private.walls_showing(t.space_id, t.id),
		'former_versions', coalesce((select jsonb_agg(jsonb_build_object('version', v.version, 'title', v.title, 'body', v.body, 'rating', v.rating,
				'author', jsonb_build_object('name', v.author_name, 'title', v.author_title, 'company', v.author_company, 'url', v.author_url),
				'replaced_at', v.created_at) order by v.version)
			from public.testimonial_versions v where v.space_id = t.space_id and v.testimonial_id = t.id), '[]'),
		'proposals', coalesce((select jsonb_agg(jsonb_build_object('body', p.body, 'note', nullif(p.note, ''), 'state', p.state,
				'created_at', p.created_at, 'answered_at', p.answered_at) order by p.created_at, p.id)
			from public.proposals p where p.space_id = t.space_id and p.testimonial_id = t.id), '[]'),
		'answers', coalesce((select jsonb_agg(jsonb_build_object('kind', a.kind, 'question', a.label, 'answer', a.value, 'is_public', a.is_public) order by a.position)
			from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id), '[]'),
		'consents', coalesce((select jsonb_agg(jsonb_build_object('scope', c.scope, 'wording', c.wording, 'locale', c.locale,
				'given_at', c.given_at, 'revoked_at', c.revoked_at) order by c.given_at)
			from public.consents c where c.space_id = t.space_id and c.testimonial_id = t.id), '[]'),
		'verifications', coalesce((select jsonb_agg(jsonb_build_object('basis', v.basis, 'provider', v.provider, 'verified_at', v.verified_at,
				'evidence', case when v.basis in ('email', 'provider', 'order') then v.evidence end) order by v.verified_at)
			from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id), '[]'),
		'reply', (select jsonb_build_object('body', r.body, 'created_at', r.created_at) from public.replies r
			where r.space_id = t.space_id and r.testimonial_id = t.id),
		'notes', coalesce((select jsonb_agg(jsonb_build_object('body', n.body, 'created_at', n.created_at) order by n.created_at, n.id)
			from public.testimonial_notes n where n.space_id = t.space_id and n.testimonial_id = t.id), '[]'),
		'tags', coalesce((select jsonb_agg(g.name order by g.name) from public.testimonial_tags tt
			join public.tags g on g.space_id = tt.space_id and g.id = tt.tag_id where tt.space_id = t.space_id and tt.testimonial_id = t.id), '[]'),
		'captions', coalesce((select jsonb_agg(jsonb_build_object('locale', c.locale, 'transcript', c.transcript) order by c.locale)
			from public.captions c where c.space_id = t.space_id and c.testimonial_id = t.id), '[]'),
		'events', coalesce((select jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at,
				'by', case when e.actor in ('submitter', 'system') then e.actor when e.actor like 'key:%' then 'a program' else 'a member' end) order by e.seq)
			from public.testimonial_events e where e.space_id = t.space_id and e.testimonial_id = t.id), '[]'),
		'files', coalesce((select jsonb_agg(jsonb_build_object('name', split_part(o.name, '/', 3), 'version', o.version,
				'bytes', (o.metadata ->> 'size')::bigint, 'mime', o.metadata ->> 'mimetype') order by o.name)
			from storage.objects o where o.bucket_id in ('photos', 'recordings') and o.name collate "C" >= format('%s/%s/', t.space_id, t.id)
				and o.name collate "C" < format('%s/%s0', t.space_id, t.id)), '[]'))
$$;
