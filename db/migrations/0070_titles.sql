-- A testimonial's own title: a headline that its author wrote above the words. It belongs to a version, like the words.

alter table public.testimonials
	add column title text,
	-- Whether walls show it, which editors choose like the excerpt.
	add column shows_title boolean not null default true;
alter table public.testimonials add constraint title_is_one_line check (
	char_length(title) between 1 and 200 and title = btrim(title) and title !~ '[\x01-\x1f\x7f-\x9f]') not valid;
alter table public.testimonial_versions add column title text;
alter table public.testimonial_versions add constraint title_is_one_line check (
	char_length(title) between 1 and 200 and title = btrim(title) and title !~ '[\x01-\x1f\x7f-\x9f]') not valid;
grant update (shows_title) on public.testimonials to authenticated;

-- Whether a form asks for it. `forms.title` is the heading of the form itself.
alter table public.forms add column title_rule text not null default 'off'
	constraint title_rule_is_known check (title_rule in ('off', 'optional', 'required'));
grant insert (title_rule), update (title_rule) on public.forms to authenticated;

-- Columns of a view are only added behind the others, so the outer one names its own.
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
create or replace view public.public_testimonials with (security_barrier = true) as
select s.id, s.space_id, s.form_id, s.kind, s.body, s.is_excerpt, s.rating, s.author_name, s.author_title, s.author_company, s.author_url,
	s.author_avatar_path, s.locale, s.source, s.source_url, s.is_pinned, s.reward_disclosure, s.submitted_at, s.approved_at, s.consent_scope,
	s.basis, s.reply, s.media, s.answers, s.tag_ids,
	(select i.item from private.shown_items i where i.space_id = s.space_id and i.testimonial_id = s.id) as item, s.title
from private.shown_testimonials s
where s.space_id = any ((select private.readable_spaces())::uuid[]);

-- Their files make them again with one more parameter, which has a default: the former calls find them.
drop function if exists private.words_text(text, smallint);
drop function if exists private.submit_testimonial(uuid, timestamptz, uuid, bytea, uuid, bytea, text, text, smallint, text, text, text, text, text, text, text, text, jsonb, jsonb, text, bigint, bytea, int, bytea, bytea, text, jsonb, int);
drop function if exists public.vouch_testimonial(uuid, text, text, text, boolean, int, text, text, text);

-- Sets titles apart that imports joined to the words, where the row of the file is kept (private.split_title).
insert into plaudit.jobs (kind) select 'split_titles' where exists (select from public.imports);
