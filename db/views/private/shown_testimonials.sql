-- The testimonials that the public may read, with the approved words, and with the name where the consent allows it.
create or replace view private.shown_testimonials as
select t.id, t.space_id, t.form_id, t.kind,
	case when shown.excerpt_end is null then shown.body
		else substring(shown.body from shown.excerpt_start + 1 for shown.excerpt_end - shown.excerpt_start) end as body,
	shown.excerpt_end is not null as is_excerpt, shown.rating,
	case when t.live_scope = 'public' then shown.author_name end as author_name,
	case when t.live_scope = 'public' then shown.author_title end as author_title,
	case when t.live_scope = 'public' then shown.author_company end as author_company,
	case when t.live_scope = 'public' then shown.author_url end as author_url,
	case when t.live_scope = 'public' then t.author_avatar_path end as author_avatar_path,
	t.locale, t.source, t.source_url, t.is_pinned, t.reward_disclosure, t.submitted_at, t.approved_at,
	t.live_scope as consent_scope,
	(select v.basis from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id
		order by array_position(array['order', 'provider', 'email', 'invited', 'imported', 'vouched'], v.basis) limit 1) as basis,
	(select r.body from public.replies r where r.space_id = t.space_id and r.testimonial_id = t.id) as reply,
	(select jsonb_agg(jsonb_build_object('kind', m.kind, 'path', m.path, 'mime', m.mime, 'width', m.width, 'height', m.height,
			'seconds', m.seconds, 'poster_path', m.poster_path, 'captions_path', m.captions_path,
			'trim_start', m.trim_start, 'trim_end', m.trim_end, 'peaks', m.peaks, 'quote', m.quote,
			'captions', (select jsonb_agg(jsonb_build_object('locale', c.locale, 'path', c.path) order by c.locale)
				from public.captions c where c.space_id = m.space_id and c.media_id = m.id and not c.is_draft)
			) order by m.created_at, m.id)
		from public.media m where m.space_id = t.space_id and m.testimonial_id = t.id and m.replaces is null
			and not (t.live_scope = 'anonymous' and t.kind = 'text')) as media,
	(select jsonb_agg(jsonb_build_object('label', a.label, 'value', a.value) order by a.position)
		from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id and a.is_public) as answers,
	(select array_agg(tt.tag_id) from public.testimonial_tags tt where tt.space_id = t.space_id and tt.testimonial_id = t.id) as tag_ids,
	case when t.shows_title then shown.title end as title
from public.testimonials t
left join public.testimonial_versions v on t.status = 'pending'
	and v.space_id = t.space_id and v.testimonial_id = t.id and v.version = t.approved_version
-- While an edit waits for moderation, the approved version is shown, and nothing if it is missing.
cross join lateral (select
	case t.status when 'pending' then v.body else t.body end as body,
	case t.status when 'pending' then v.title else t.title end as title,
	case t.status when 'pending' then v.excerpt_start else t.excerpt_start end as excerpt_start,
	case t.status when 'pending' then v.excerpt_end else t.excerpt_end end as excerpt_end,
	case t.status when 'pending' then v.rating else t.rating end as rating,
	case t.status when 'pending' then v.author_name else t.author_name end as author_name,
	case t.status when 'pending' then v.author_title else t.author_title end as author_title,
	case t.status when 'pending' then v.author_company else t.author_company end as author_company,
	case t.status when 'pending' then v.author_url else t.author_url end as author_url) shown
where t.is_public;

alter view private.shown_testimonials owner to product_door;
