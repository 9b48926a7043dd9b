-- Testimonials and what hangs on them. Visitors reach these tables through one function only (0106).

-- Immutable, unlike the conversion that it wraps: the database is always UTF-8.
create function private.hash_text(value text) returns bytea language sql immutable strict parallel safe
return sha256(convert_to(value, 'UTF8'));

create table public.testimonials (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	form_id uuid references public.forms (id) on delete set null,
	kind text not null check (kind in ('text', 'photo', 'video', 'audio')),
	body text not null default '' check (char_length(body) <= 50000),
	rating smallint check (rating between 1 and 5),
	author_name text not null check (char_length(author_name) between 1 and 120),
	author_title text check (char_length(author_title) <= 120),
	author_company text check (char_length(author_company) <= 120),
	author_url text check (char_length(author_url) <= 2000 and author_url ~ '^https?://'),
	author_avatar_path text check (char_length(author_avatar_path) <= 512),
	locale text not null default 'en' check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
	source text not null check (source in ('form', 'import', 'manual', 'api')),
	source_url text check (char_length(source_url) <= 2000 and source_url ~ '^https?://'),
	status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'archived')),
	spam_state text not null default 'clean' check (spam_state in ('clean', 'suspect', 'spam')),
	is_pinned boolean not null default false,
	excerpt_start int check (excerpt_start >= 0),
	excerpt_end int,
	reward_disclosure text not null default '',
	version int not null default 1,
	-- While an edit waits for its decision, the version that stays public.
	approved_version int,
	withdrawn_at timestamptz,
	-- What the rows of consents and media say; their triggers write it here, so that a public read looks in one place.
	live_scope text check (live_scope in ('public', 'anonymous', 'private')),
	media_ready boolean not null default false,
	submitted_at timestamptz not null default now(),
	approved_at timestamptz,
	-- The one rule of what the public sees. An edit that waits for its decision leaves the approved version public.
	is_public boolean not null generated always as (
		(status = 'approved' or (status = 'pending' and approved_version is not null))
		and spam_state = 'clean' and withdrawn_at is null and coalesce(live_scope in ('public', 'anonymous'), false) and media_ready
	) stored,
	check (kind <> 'text' or char_length(body) >= 1),
	constraint excerpt_is_a_part_of_the_body check (
		(excerpt_start is null and excerpt_end is null)
		or (excerpt_end > excerpt_start and excerpt_end <= char_length(body))
	),
	unique (space_id, id)
);
create index testimonials_inbox on public.testimonials (space_id, status, submitted_at desc, id desc);
create index testimonials_newest on public.testimonials (space_id, submitted_at desc, id desc);
create index testimonials_public on public.testimonials (space_id, is_pinned desc, approved_at desc, id desc) where is_public;
create index testimonials_form on public.testimonials (form_id);

-- The words as they were, version by version. Version 1 is written when a second one arrives.
create table public.testimonial_versions (
	space_id uuid not null,
	testimonial_id uuid not null,
	version int not null check (version >= 1),
	body text not null,
	rating smallint check (rating between 1 and 5),
	author_name text not null,
	author_title text,
	author_company text,
	author_url text,
	excerpt_start int,
	excerpt_end int,
	created_at timestamptz not null default now(),
	primary key (space_id, testimonial_id, version),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);

create table public.testimonial_contacts (
	space_id uuid not null,
	testimonial_id uuid not null,
	email text not null check (char_length(email) between 3 and 254),
	primary key (space_id, testimonial_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);

create table public.testimonial_answers (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	testimonial_id uuid not null,
	question_id uuid references public.form_questions (id) on delete set null,
	label text not null,
	value text not null check (char_length(value) <= 5000),
	is_public boolean not null default false,
	position int not null default 0,
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index testimonial_answers_testimonial on public.testimonial_answers (space_id, testimonial_id, position);
create index testimonial_answers_question on public.testimonial_answers (question_id);

create table public.media (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	testimonial_id uuid not null,
	kind text not null check (kind in ('photo', 'video', 'audio')),
	path text not null,
	mime text not null,
	bytes bigint not null check (bytes >= 0),
	width int,
	height int,
	seconds numeric,
	poster_path text,
	captions_path text,
	trim_start numeric,
	trim_end numeric,
	state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed')),
	created_at timestamptz not null default now(),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index media_testimonial on public.media (space_id, testimonial_id);
create unique index media_path on public.media (path);

create table public.consents (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	testimonial_id uuid not null,
	scope text not null check (scope in ('public', 'anonymous', 'private')),
	wording text not null,
	wording_hash bytea generated always as (private.hash_text(wording)) stored,
	locale text not null default 'en',
	given_at timestamptz not null default now(),
	revoked_at timestamptz,
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create unique index consents_live on public.consents (space_id, testimonial_id) where revoked_at is null;
create index consents_testimonial on public.consents (space_id, testimonial_id, given_at);

create table public.verifications (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	testimonial_id uuid not null,
	basis text not null check (basis in ('invited', 'email', 'provider', 'order', 'imported', 'vouched')),
	evidence text not null default '',
	verified_at timestamptz not null default now(),
	unique (space_id, testimonial_id, basis),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);

create table public.testimonial_events (
	space_id uuid not null,
	testimonial_id uuid not null,
	seq int not null,
	kind text not null,
	-- 'submitter', 'system', or the id of the member who acted
	actor text not null,
	at timestamptz not null default now(),
	detail jsonb not null default '{}',
	previous_hash bytea,
	hash bytea not null,
	primary key (space_id, testimonial_id, seq),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);

create table public.replies (
	space_id uuid not null,
	testimonial_id uuid not null,
	body text not null check (char_length(btrim(body)) between 1 and 2000),
	created_at timestamptz not null default now(),
	primary key (space_id, testimonial_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);

create table public.tags (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	name text not null check (char_length(name) between 1 and 60 and name = btrim(name) and name !~ '[[:cntrl:]]'),
	unique (space_id, name),
	unique (space_id, id)
);

create table public.testimonial_tags (
	space_id uuid not null,
	testimonial_id uuid not null,
	tag_id uuid not null,
	primary key (space_id, testimonial_id, tag_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade,
	foreign key (space_id, tag_id) references public.tags (space_id, id) on delete cascade
);
create index testimonial_tags_tag on public.testimonial_tags (space_id, tag_id, testimonial_id);
