-- Forms and their slugs. A slug is global; one that was given up keeps redirecting to its form.

create function private.slug_problem(slug text) returns text language sql immutable set search_path = '' as $$
	select case
		when slug is null or slug !~ '^[a-z0-9](-?[a-z0-9])*$' or char_length(slug) not between 3 and 63
			then 'A slug has 3 to 63 characters of a-z, 0-9 and single dashes between them.'
		when slug = any (array[
			'about', 'account', 'admin', 'api', 'app', 'assets', 'auth', 'billing', 'blog', 'collect', 'config', 'contact',
			'dashboard', 'docs', 'embed', 'favicon', 'form', 'forms', 'functions', 'health', 'help', 'home', 'inbox', 'index',
			'kit', 'legal', 'login', 'logout', 'mail', 'metrics', 'new', 'null', 'plaudit', 'pricing', 'privacy', 'public',
			'ready', 'realtime', 'rest', 'robots', 'root', 'security', 'settings', 'sign-in', 'sign-out', 'sign-up', 'signin',
			'signup', 'sitemap', 'space', 'spaces', 'static', 'status', 'storage', 'submit', 'support', 'system', 'terms',
			'testimonial', 'testimonials', 'undefined', 'user', 'users', 'wall', 'walls', 'well-known', 'www'])
			then 'This slug is reserved.'
	end
$$;

create table public.forms (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	slug text not null constraint forms_slug_key unique,
	name text not null check (char_length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
	title text not null default 'How was it?' check (char_length(title) between 1 and 200 and title !~ '[[:cntrl:]]'),
	intro text not null default '' check (char_length(intro) <= 1000),
	accepts text[] not null default '{text,photo}'
		check (accepts <@ array['text', 'photo', 'video', 'audio'] and array_length(accepts, 1) >= 1),
	rating text not null default 'optional' check (rating in ('off', 'optional', 'required')),
	max_seconds int not null default 120 check (max_seconds between 5 and 3600),
	consent_text text not null
		default 'You may publish my words, my rating and my name on your website. I can change my mind at any time.'
		check (char_length(btrim(consent_text)) between 1 and 2000),
	reward_disclosure text not null default '' check (char_length(reward_disclosure) <= 200),
	thank_you jsonb not null default '{}' check (jsonb_typeof(thank_you) = 'object' and octet_length(thank_you::text) <= 4096),
	locale text not null default 'en' check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
	is_open boolean not null default true,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	unique (space_id, id)
);

create table public.form_questions (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	form_id uuid not null,
	position int not null check (position between 0 and 1000),
	kind text not null check (kind in ('short', 'long', 'choice', 'scale', 'link')),
	label text not null check (char_length(label) between 1 and 300 and label !~ '[[:cntrl:]]'),
	tip text not null default '' check (char_length(tip) <= 300),
	options jsonb not null default '[]' check (jsonb_typeof(options) = 'array' and octet_length(options::text) <= 4096),
	required boolean not null default false,
	is_public boolean not null default false,
	foreign key (space_id, form_id) references public.forms (space_id, id) on delete cascade
);
create index form_questions_form on public.form_questions (form_id, position);

-- Every slug that a form has or had.
create table private.form_slugs (
	slug text primary key,
	form_id uuid not null references public.forms (id) on delete cascade deferrable initially deferred,
	since timestamptz not null default now()
);
create index form_slugs_form on private.form_slugs (form_id);

create function private.claim_form_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	problem text := private.slug_problem(new.slug);
	holder uuid;
begin
	new.updated_at := clock_timestamp();
	if tg_op = 'UPDATE' and new.slug = old.slug then
		return new;
	end if;
	if problem is not null then
		raise exception using errcode = '22023', message = problem, column = 'slug';
	end if;
	insert into private.form_slugs (slug, form_id) values (new.slug, new.id)
	on conflict (slug) do update set since = private.form_slugs.since
	returning form_id into holder;
	if holder <> new.id then
		raise exception using errcode = '23505', constraint = 'forms_slug_key',
			message = 'This slug is taken.', detail = format('The slug "%s" belongs to another form.', new.slug),
			hint = private.suggest_slug(new.slug, 'form');
	end if;
	return new;
end
$$;
create trigger claim_form_slug before insert or update on public.forms
	for each row execute function private.claim_form_slug();

alter table public.forms enable row level security;
alter table public.forms force row level security;
alter table public.form_questions enable row level security;
alter table public.form_questions force row level security;
alter table private.form_slugs enable row level security;
alter table private.form_slugs force row level security;

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
grant select, insert on public.forms to product_door;
grant select on public.form_questions to product_door;
grant select, insert, update on private.form_slugs to product_door;
grant execute on function private.slug_problem(text) to product_door;
alter function private.claim_form_slug() owner to product_door;
