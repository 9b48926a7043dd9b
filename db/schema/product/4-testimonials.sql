-- Testimonials and their versions, contacts, answers, media, consents, verifications, history, replies and tags.

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
	-- Where it was first published, for one that was not submitted here.
	source_url text check (char_length(source_url) <= 2000 and source_url ~ '^https?://'),
	status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'archived')),
	spam_state text not null default 'clean' check (spam_state in ('clean', 'suspect', 'spam')),
	is_pinned boolean not null default false,
	-- The part of the body that is published, in characters from 0.
	excerpt_start int check (excerpt_start >= 0),
	excerpt_end int,
	reward_disclosure text not null default '',
	version int not null default 1,
	-- The version that stays public while an edit waits for moderation.
	approved_version int,
	withdrawn_at timestamptz,
	-- Copies of what consents and media say, written by their triggers, so that a public read needs this table only.
	live_scope text check (live_scope in ('public', 'anonymous', 'private')),
	media_ready boolean not null default false,
	submitted_at timestamptz not null default now(),
	approved_at timestamptz,
	-- The only definition of what the public sees. An edit that waits for moderation leaves the approved version public.
	is_public boolean not null generated always as (
		(status = 'approved' or (status = 'pending' and approved_version is not null))
		and spam_state = 'clean' and withdrawn_at is null and coalesce(live_scope in ('public', 'anonymous'), false) and media_ready
	) stored,
	check (kind <> 'text' or char_length(body) >= 1),
	constraint excerpt_is_a_part_of_the_body check (
		(excerpt_start is null and excerpt_end is null)
		or (excerpt_start is not null and excerpt_end is not null
			and excerpt_end > excerpt_start and excerpt_end <= char_length(body))
	),
	unique (space_id, id)
);
create index testimonials_inbox on public.testimonials (space_id, status, submitted_at desc, id desc);
create index testimonials_newest on public.testimonials (space_id, submitted_at desc, id desc);
create index testimonials_public on public.testimonials (space_id, is_pinned desc, approved_at desc, id desc) where is_public;
create index testimonials_form on public.testimonials (form_id);

create trigger complete_testimonial before insert on public.testimonials
	for each row when (current_user <> 'product_door')
	execute function private.complete_testimonial();
create trigger check_moderation before update on public.testimonials
	for each row execute function private.check_moderation();
-- private.submit_testimonial writes the first events itself, and sets plaudit.first_events for its transaction.
create trigger record_testimonial after insert on public.testimonials for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.record_testimonial();
create trigger record_change after update on public.testimonials
	for each row execute function private.record_testimonial();
create trigger keep_item after insert on public.testimonials for each row
	when (new.is_public) execute function private.follow_shown();
create trigger keep_item_changed after update on public.testimonials for each row
	when (old.is_public or new.is_public) execute function private.follow_shown();
create trigger tell_approved after insert on public.testimonials for each row
	when (new.status = 'approved') execute function private.tell_space_changed();
create trigger tell_changed after update on public.testimonials for each row
	when (old.status = 'approved' or new.status = 'approved' or old.approved_version is not null)
	execute function private.tell_space_changed();
create trigger tell_deleted after delete on public.testimonials for each row
	when (old.status = 'approved' or old.approved_version is not null)
	execute function private.tell_space_changed();
create trigger remove_files after delete on public.testimonials for each row execute function private.remove_files_of_deleted();

-- Former versions of the words. Version 1 is written when version 2 arrives.
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

-- The address of a submitter, which is never published.
create table public.testimonial_contacts (
	space_id uuid not null,
	testimonial_id uuid not null,
	email text not null check (char_length(email) between 3 and 254),
	primary key (space_id, testimonial_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);

-- Answers to questions, with the label that the question had.
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
	-- A file of the bucket `photos`.
	path text not null,
	mime text not null,
	bytes bigint not null check (bytes >= 0),
	width int,
	height int,
	seconds numeric,
	poster_path text,
	captions_path text,
	-- The part of a recording that is shown, in seconds.
	trim_start numeric,
	trim_end numeric,
	state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed')),
	created_at timestamptz not null default now(),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index media_testimonial on public.media (space_id, testimonial_id);
create unique index media_path on public.media (path);
create trigger follow_media after insert or update or delete on public.media
	for each row execute function private.follow_media();

-- Consents are evidence: one is current, and former ones are revoked and kept.
create table public.consents (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	testimonial_id uuid not null,
	-- anonymous: published without the name.
	scope text not null check (scope in ('public', 'anonymous', 'private')),
	-- The text that the submitter agreed to.
	wording text not null,
	wording_hash bytea generated always as (private.hash_text(wording)) stored,
	locale text not null default 'en',
	given_at timestamptz not null default now(),
	revoked_at timestamptz,
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create unique index consents_live on public.consents (space_id, testimonial_id) where revoked_at is null;
create index consents_testimonial on public.consents (space_id, testimonial_id, given_at);
-- private.submit_testimonial writes the scope with the testimonial.
create trigger follow_first_consent after insert on public.consents for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.follow_consent();
create trigger follow_consent after update on public.consents
	for each row execute function private.follow_consent();
create trigger record_consent after insert on public.consents for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.keep_consent();
create trigger keep_consent after update on public.consents
	for each row execute function private.keep_consent();

-- Why a testimonial is believed to be genuine.
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

-- The history of a testimonial, as a hash chain: rows are only appended (private.add_event).
create table public.testimonial_events (
	space_id uuid not null,
	testimonial_id uuid not null,
	seq int not null,
	kind text not null,
	-- `submitter`, `system`, or the id of a member.
	actor text not null,
	at timestamptz not null default now(),
	detail jsonb not null default '{}',
	previous_hash bytea,
	hash bytea not null,
	primary key (space_id, testimonial_id, seq),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);

-- The public reply of the space.
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

-- The space of a row is that of its testimonial, where a client names only the latter.
do $$
declare
	name text;
begin
	foreach name in array array['testimonial_tags', 'testimonial_answers', 'testimonial_contacts', 'media', 'consents', 'verifications',
		'replies']
	loop
		execute format('create trigger fill_space before insert on public.%I for each row
			when (new.space_id is null) execute function private.fill_space()', name);
	end loop;
end
$$;
-- The JSON of a published testimonial names these parts.
create trigger keep_item after insert or update or delete on public.verifications for each row execute function private.follow_part();
create trigger keep_item after insert or update or delete on public.replies for each row execute function private.follow_part();
create trigger keep_item after insert or update or delete on public.media for each row execute function private.follow_part();
-- A change of these parts may change what the public sees.
create trigger tell_changed after insert or update or delete on public.replies for each row execute function private.tell_space_changed();
create trigger tell_changed after insert or delete on public.testimonial_tags for each row execute function private.tell_space_changed();
create trigger tell_changed after update or delete on public.consents for each row execute function private.tell_space_changed();
create trigger tell_changed after update or delete on public.media for each row execute function private.tell_space_changed();
create trigger tell_changed after update or delete on public.verifications for each row execute function private.tell_space_changed();

-- Members read all of it, and the service does all but rewrite evidence.
do $$
declare
	name text;
begin
	foreach name in array array['testimonials', 'testimonial_versions', 'testimonial_contacts', 'testimonial_answers', 'media',
		'consents', 'verifications', 'testimonial_events', 'replies', 'tags', 'testimonial_tags']
	loop
		execute format('alter table public.%I enable row level security', name);
		execute format('alter table public.%I force row level security', name);
		execute format($policy$create policy members_read on public.%I for select to authenticated
			using (space_id = any ((select private.spaces_as('viewer'))::uuid[]))$policy$, name);
		execute format('grant select on public.%I to authenticated', name);
		execute format('grant select, insert on public.%I to service_role', name);
	end loop;
end
$$;
grant update on public.consents to service_role;
grant update, delete on public.testimonials, public.testimonial_versions, public.testimonial_contacts, public.testimonial_answers,
	public.media, public.verifications, public.replies, public.tags, public.testimonial_tags to service_role;
grant select, insert, update, delete on public.testimonials, public.testimonial_versions, public.testimonial_contacts,
	public.testimonial_answers, public.media, public.consents, public.verifications, public.replies to product_door;
grant select, insert on public.testimonial_events to product_door;
grant select on public.tags, public.testimonial_tags to product_door;

-- Editors moderate, pin and choose the excerpt. There is no grant on words, rating and name: they belong to the submitter.
create policy editors_moderate on public.testimonials for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant update (status, is_pinned, excerpt_start, excerpt_end, spam_state) on public.testimonials to authenticated;

create policy editors_reply on public.replies for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.replies for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.replies for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant insert (space_id, testimonial_id, body), update (body), delete on public.replies to authenticated;

create policy editors_add on public.tags for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.tags for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.tags for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant insert (id, space_id, name), update (name), delete on public.tags to authenticated;

create policy editors_add on public.testimonial_tags for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.testimonial_tags for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant insert (space_id, testimonial_id, tag_id), delete on public.testimonial_tags to authenticated;

-- Screens follow these tables live.
alter publication supabase_realtime add table public.testimonials, public.replies, public.testimonial_tags, public.tags, public.media;
