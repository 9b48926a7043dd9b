-- Forms, their questions, and the slugs and consent texts that they had before.

create table public.forms (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	-- Unique on the whole server, among former slugs too (private.form_slugs).
	slug text not null constraint forms_slug_key unique,
	name text not null check (char_length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
	title text not null default 'How was it?' check (char_length(title) between 1 and 200 and title !~ '[[:cntrl:]]'),
	intro text not null default '' check (char_length(intro) <= 1000),
	-- The kinds of testimonials that it accepts.
	accepts text[] not null default '{text,photo}'
		check (accepts <@ array['text', 'photo', 'video', 'audio'] and cardinality(accepts) >= 1),
	rating text not null default 'optional' check (rating in ('off', 'optional', 'required')),
	-- The longest recording.
	max_seconds int not null default 120 check (max_seconds between 5 and 3600),
	consent_text text not null
		default 'You may publish my words, my rating and my name on your website. I can change my mind at any time.'
		check (char_length(btrim(consent_text)) between 1 and 2000),
	-- Shown beside published testimonials when submitters get something for them.
	reward_disclosure text not null default '' check (char_length(reward_disclosure) <= 200),
	thank_you jsonb not null default '{}' check (jsonb_typeof(thank_you) = 'object' and octet_length(thank_you::text) <= 4096),
	locale text not null default 'en' check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
	is_open boolean not null default true,
	created_at timestamptz not null default now(),
	-- The date of the form and its questions: a submission names the date that it was checked against.
	updated_at timestamptz not null default now(),
	unique (space_id, id),
	constraint thank_you_holds_texts
		check (not jsonb_path_exists(thank_you, 'strict $.* ? (@.type() != "string" && @.type() != "null")'))
);
create trigger claim_form_slug before insert or update on public.forms
	for each row execute function private.claim_form_slug();
create trigger keep_former_consent_text after update of consent_text on public.forms for each row
	when (old.consent_text is distinct from new.consent_text) execute function private.keep_former_consent_text();
create trigger hold_addresses_of_new after insert on public.forms for each row execute function private.hold_addresses();
create trigger hold_addresses_of_changed after update of slug on public.forms for each row
	when (old.slug <> new.slug) execute function private.hold_addresses();
create trigger tell_changed after insert or update or delete on public.forms for each row execute function private.tell_space_changed();

create table public.form_questions (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	form_id uuid not null,
	position int not null check (position between 0 and 1000),
	kind text not null check (kind in ('short', 'long', 'choice', 'scale', 'link')),
	label text not null check (char_length(label) between 1 and 300 and label !~ '[[:cntrl:]]'),
	tip text not null default '' check (char_length(tip) <= 300),
	-- The answers to choose from, as an array of texts.
	options jsonb not null default '[]' check (jsonb_typeof(options) = 'array' and octet_length(options::text) <= 4096),
	required boolean not null default false,
	-- True when the answer is published with the testimonial.
	is_public boolean not null default false,
	foreign key (space_id, form_id) references public.forms (space_id, id) on delete cascade,
	constraint options_are_texts check (not jsonb_path_exists(options, 'strict $[*] ? (@.type() != "string")'))
);
create index form_questions_form on public.form_questions (form_id, position);
create trigger fill_space before insert on public.form_questions for each row
	when (new.space_id is null) execute function private.fill_space();
create trigger touch_form after insert or update or delete on public.form_questions
	for each row execute function private.touch_form();
create trigger tell_changed after insert or update or delete on public.form_questions
	for each row execute function private.tell_space_changed();

-- Every slug that a form has or had; a former one redirects to the form.
create table private.form_slugs (
	slug text primary key,
	form_id uuid not null references public.forms (id) on delete cascade deferrable initially deferred,
	since timestamptz not null default now()
);
create index form_slugs_form on private.form_slugs (form_id);

-- Former consent texts: a visitor may still have a page with one open.
create table private.former_consent_texts (
	form_id uuid not null references public.forms (id) on delete cascade,
	wording text not null,
	replaced_at timestamptz not null default now(),
	primary key (form_id, replaced_at)
);

-- Submissions of a form by hour, of all nodes. Nodes add their counts every two seconds, so that not every submission writes a
-- row. A crash may empty it.
create unlogged table private.form_pressure (
	form_id uuid not null references public.forms on delete cascade,
	hour timestamptz not null,
	sent int not null,
	primary key (form_id, hour)
) with (fillfactor = 70);

alter table public.forms enable row level security;
alter table public.forms force row level security;
alter table public.form_questions enable row level security;
alter table public.form_questions force row level security;
alter table private.form_slugs enable row level security;
alter table private.form_slugs force row level security;
alter table private.former_consent_texts enable row level security;
alter table private.former_consent_texts force row level security;
alter table private.form_pressure enable row level security;
alter table private.form_pressure force row level security;

create policy members_read on public.forms for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.forms for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.forms for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.forms for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));

create policy members_read on public.form_questions for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.form_questions for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.form_questions for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.form_questions for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));

grant select, delete on public.forms, public.form_questions to authenticated;
grant insert (id, space_id, slug, name, title, intro, accepts, rating, max_seconds, consent_text, reward_disclosure, thank_you, locale, is_open),
	update (slug, name, title, intro, accepts, rating, max_seconds, consent_text, reward_disclosure, thank_you, locale, is_open)
	on public.forms to authenticated;
grant insert (id, space_id, form_id, position, kind, label, tip, options, required, is_public),
	update (position, kind, label, tip, options, required, is_public)
	on public.form_questions to authenticated;
grant all on public.forms, public.form_questions to service_role;
grant select, insert, update (updated_at) on public.forms to product_door;
grant select on public.form_questions to product_door;
grant select, insert, update on private.form_slugs to product_door;
grant select, insert, update, delete on private.former_consent_texts, private.form_pressure to product_door;

-- Screens follow these tables live.
alter publication supabase_realtime add table public.forms, public.form_questions;
