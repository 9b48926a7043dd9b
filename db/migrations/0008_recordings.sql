-- Video and audio: files of recordings, uploads that are not sent yet, captions.

-- Originals and what is made of them: {space id}/{testimonial id}/{media id}…; before it is sent, an upload is unsent/{upload id}.
insert into storage.buckets (id, name, public, allowed_mime_types) values
	('recordings', 'recordings', false, '{video/*,audio/*}');
create policy members_read_recordings on storage.objects for select to authenticated
	using (bucket_id = 'recordings' and (storage.foldername(name))[1] = any ((select private.spaces_as('viewer'))::text[]));
create policy anyone_reads_public_recordings on storage.objects for select to anon, authenticated
	using (bucket_id = 'recordings' and private.is_public_photo(name));

-- A sent upload is moved to its testimonial.
grant update (name) on storage.objects to product_door;

-- Uploads that a visitor may make and send with a testimonial, for 24 hours.
create table private.recording_uploads (
	space_id uuid not null references public.spaces (id) on delete cascade,
	id uuid not null,
	-- What it may be sent with: a form, or a testimonial whose recording is replaced.
	form_id uuid references public.forms (id) on delete cascade,
	testimonial_id uuid,
	kind text not null check (kind in ('video', 'audio')),
	bytes bigint not null check (bytes > 0),
	-- Pseudonym of the visitor's network.
	address bytea,
	created_at timestamptz not null default now(),
	used_at timestamptz,
	primary key (space_id, id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade,
	check ((form_id is null) <> (testimonial_id is null))
);
create unique index recording_uploads_id on private.recording_uploads (id);
create index recording_uploads_unsent on private.recording_uploads (created_at) where used_at is null;
create index recording_uploads_address on private.recording_uploads (address) where used_at is null;
alter table private.recording_uploads enable row level security;
alter table private.recording_uploads force row level security;
grant select, insert, update, delete on private.recording_uploads to product_door;

alter table public.media
	add column original_path text,
	-- The second that the poster shows; null lets the server choose.
	add column cover numeric check (cover >= 0),
	-- Percent of the processing.
	add column progress smallint not null default 0 check (progress between 0 and 100),
	-- Why processing failed: a code of src/shared/media-problems.ts.
	add column problem text,
	-- The waveform of an audio recording: 100 heights from 0 to 100.
	add column peaks smallint[],
	-- The part of the transcript that is shown where a layout needs words.
	add column quote text check (char_length(quote) between 1 and 5000),
	-- The recording that this one replaces once a member has approved it.
	add column replaces uuid,
	add constraint media_trim_is_a_part check (
		(trim_start is null or trim_start >= 0) and (trim_end is null or trim_end > coalesce(trim_start, 0))
	);
create trigger remove_recording after delete on public.media for each row
	when (old.kind in ('video', 'audio')) execute function private.remove_recording();
create trigger follow_approval after update on public.testimonials for each row
	when (new.status <> old.status and new.kind in ('video', 'audio')) execute function private.follow_approval();
create policy editors_trim on public.media for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant update (trim_start, trim_end) on public.media to authenticated;

-- Captions of a recording in one language. Drafts are shown to members only.
create table public.captions (
	space_id uuid not null,
	testimonial_id uuid not null,
	media_id uuid not null references public.media (id) on delete cascade,
	locale text not null check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
	-- Normalized WebVTT.
	vtt text not null check (octet_length(vtt) <= 1000000),
	-- Its words alone, one line for each cue.
	transcript text not null,
	source text not null check (source in ('typed', 'uploaded', 'transcribed')),
	is_draft boolean not null default false,
	updated_at timestamptz not null default now(),
	-- Its public address, beside the recording: there is no such file.
	path text not null generated always as
		(space_id::text || '/' || testimonial_id::text || '/' || media_id::text || '.' || locale || '.vtt') stored,
	primary key (space_id, media_id, locale),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index captions_testimonial on public.captions (space_id, testimonial_id);
create index captions_media on public.captions (media_id);
alter table public.captions enable row level security;
alter table public.captions force row level security;
create policy members_read on public.captions for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.captions to authenticated;
grant all on public.captions to service_role;
grant select, insert, update, delete on public.captions to product_door;
create trigger follow_captions after insert or update or delete on public.captions for each row execute function private.follow_captions();
alter publication supabase_realtime add table public.captions;

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
	(select array_agg(tt.tag_id) from public.testimonial_tags tt where tt.space_id = t.space_id and tt.testimonial_id = t.id) as tag_ids
from public.testimonials t
left join public.testimonial_versions v on t.status = 'pending'
	and v.space_id = t.space_id and v.testimonial_id = t.id and v.version = t.approved_version
-- While an edit waits for moderation, the approved version is shown, and nothing if it is missing.
cross join lateral (select
	case t.status when 'pending' then v.body else t.body end as body,
	case t.status when 'pending' then v.excerpt_start else t.excerpt_start end as excerpt_start,
	case t.status when 'pending' then v.excerpt_end else t.excerpt_end end as excerpt_end,
	case t.status when 'pending' then v.rating else t.rating end as rating,
	case t.status when 'pending' then v.author_name else t.author_name end as author_name,
	case t.status when 'pending' then v.author_title else t.author_title end as author_title,
	case t.status when 'pending' then v.author_company else t.author_company end as author_company,
	case t.status when 'pending' then v.author_url else t.author_url end as author_url) shown
where t.is_public;
