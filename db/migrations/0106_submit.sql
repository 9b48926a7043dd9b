-- The one door through which a visitor's testimonial comes in.

-- What a form asked before: a visitor may still hold a page with the former wording.
create table private.former_consent_texts (
	form_id uuid not null references public.forms (id) on delete cascade,
	wording text not null,
	replaced_at timestamptz not null default now(),
	primary key (form_id, replaced_at)
);

create function private.keep_former_consent_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	insert into private.former_consent_texts (form_id, wording, replaced_at)
	values (old.id, old.consent_text, clock_timestamp());
	return null;
end
$$;
create trigger keep_former_consent_text after update of consent_text on public.forms for each row
	when (old.consent_text is distinct from new.consent_text) execute function private.keep_former_consent_text();

-- A form's definition has one date for itself and its questions, so that nobody is judged by an outdated copy.
create function private.touch_form() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	update public.forms set updated_at = clock_timestamp()
	where id in (case when tg_op <> 'DELETE' then new.form_id end, case when tg_op <> 'INSERT' then old.form_id end);
	return null;
end
$$;
create trigger touch_form after insert or update or delete on public.form_questions
	for each row execute function private.touch_form();

-- For each testimonial that came through a form: the hash of its private link's token, and the request that sent it.
create table private.receipts (
	testimonial_id uuid primary key references public.testimonials (id) on delete cascade deferrable initially deferred,
	token_hash bytea not null unique,
	form_id uuid not null,
	-- The Idempotency-Key; emptied when it is a week old.
	send_key uuid,
	fingerprint bytea not null,
	-- Of the words alone, to notice the same text again.
	words_mark bigint,
	sent_at timestamptz not null default now()
);
create unique index receipts_send_key on private.receipts (form_id, send_key) where send_key is not null;
create index receipts_words on private.receipts (form_id, words_mark, sent_at desc);
create index receipts_sent_at on private.receipts using brin (sent_at);

-- Hourly budgets by a keyed hash of the address that changes daily. A crash may empty them.
create unlogged table private.address_budgets (
	address bytea not null,
	hour timestamptz not null,
	used int not null,
	primary key (address, hour)
) with (fillfactor = 70);
create index address_budgets_hour on private.address_budgets (hour);

do $$
declare
	name text;
begin
	foreach name in array array['former_consent_texts', 'receipts', 'address_budgets'] loop
		execute format('alter table private.%I enable row level security', name);
		execute format('alter table private.%I force row level security', name);
		execute format('grant select, insert, update, delete on private.%I to product_door', name);
	end loop;
end
$$;
grant update (updated_at) on public.forms to product_door;
grant insert on storage.objects to product_door;
grant usage on schema storage, plaudit to product_door;
grant insert on plaudit.jobs to product_door;
alter function private.keep_former_consent_text() owner to product_door;
alter function private.touch_form() owner to product_door;

-- A form as `submit` judges by it: the public definition and the wordings of the last week.
create function private.form_to_fill(slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
	select d.form || jsonb_build_object('former_consent_texts', coalesce((
		select jsonb_agg(jsonb_build_object('wording', c.wording, 'replaced_at', c.replaced_at) order by c.replaced_at) from private.former_consent_texts c
		where c.form_id = (d.form ->> 'id')::uuid and c.replaced_at > now() - interval '7 days'), '[]'))
	from (select public.public_form($1) as form) d
	where d.form is not null
$$;
alter function private.form_to_fill(text) owner to product_door;
grant execute on function private.form_to_fill(text) to anon;

-- The answer that a key already got; nothing for a new key.
create function private.sent_before(form uuid, send_key uuid, out testimonial uuid, out fingerprint bytea, out status text)
returns setof record
language sql stable security definer set search_path = '' as $$
	select r.testimonial_id, r.fingerprint, 'pending'
	from private.receipts r where r.form_id = $1 and r.send_key = $2
$$;
alter function private.sent_before(uuid, uuid) owner to product_door;
grant execute on function private.sent_before(uuid, uuid) to anon;

-- Takes one unit of an address's budget for this hour; false when it is used up.
create function private.take_address_budget(address bytea, most int) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
	insert into private.address_budgets as b (address, hour, used) values ($1, date_trunc('hour', now()), 1)
	on conflict on constraint address_budgets_pkey do update set used = b.used + 1 where b.used < $2;
	return found;
end
$$;
alter function private.take_address_budget(bytea, int) owner to product_door;

-- Stores a submission: words, contact, answers, files, consent, receipt and idempotency key, all or nothing.
-- `definition` is the date of the form that the submission was judged by; `files` are {id, role, path, version, mime, bytes,
-- width, height} with role `photo` or `avatar`; `most_per_hour` null lifts the budget, `mail_address` null that of mails.
-- Outcomes: sent, replayed, other_body, form_not_found, outdated, rate_limited.
create function private.submit_testimonial(
	form uuid, definition timestamptz, key uuid, fingerprint bytea, testimonial uuid, token_hash bytea,
	kind text, body text, rating smallint, author_name text, author_title text, author_company text, author_url text,
	email text, locale text, scope text, wording text, answers jsonb, files jsonb,
	spam_state text, words_mark bigint, address bytea, most_per_hour int, mail_address bytea,
	out outcome text, out id uuid
)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	f record;
	earlier record;
	moment timestamptz := clock_timestamp();
	said jsonb;
	agreed jsonb;
	first_hash bytea;
	avatar text;
begin
	insert into private.receipts (testimonial_id, token_hash, form_id, send_key, fingerprint, words_mark)
	values (testimonial, token_hash, form, key, fingerprint, words_mark)
	on conflict (form_id, send_key) where send_key is not null do nothing;
	if not found then
		select r.testimonial_id, r.fingerprint into earlier from private.receipts r where r.form_id = form and r.send_key = key;
		outcome := case when earlier.fingerprint = fingerprint then 'replayed' else 'other_body' end;
		id := earlier.testimonial_id;
		return;
	end if;

	select x.space_id, x.is_open, x.updated_at, x.reward_disclosure into f from public.forms x where x.id = form;
	outcome := case
		when f.space_id is null or not f.is_open then 'form_not_found'
		when f.updated_at <> definition then 'outdated'
		when most_per_hour is not null and not private.take_address_budget(address, most_per_hour) then 'rate_limited'
	end;
	if outcome is not null then
		delete from private.receipts r where r.testimonial_id = testimonial;
		return;
	end if;

	if spam_state = 'clean' and words_mark is not null and exists (
		select from private.receipts r
		where r.form_id = form and r.words_mark = words_mark and r.sent_at > now() - interval '1 day'
			and r.testimonial_id <> testimonial
	) then
		spam_state := 'suspect';
	end if;

	if files is not null then
		select x ->> 'path' into avatar from jsonb_array_elements(files) x where x ->> 'role' = 'avatar';
	end if;
	perform set_config('plaudit.first_events', 'written', true);
	insert into public.testimonials (id, space_id, form_id, kind, body, rating, author_name, author_title, author_company,
		author_url, author_avatar_path, locale, source, spam_state, reward_disclosure, live_scope, media_ready)
	values (testimonial, f.space_id, form, kind, body, rating, author_name, author_title, author_company, author_url,
		avatar, locale, 'form', spam_state, f.reward_disclosure, scope, kind = 'text');
	insert into public.consents (space_id, testimonial_id, scope, wording, locale)
	values (f.space_id, testimonial, scope, wording, locale);
	said := jsonb_build_object('body_hash', encode(private.hash_text(body), 'hex'), 'rating', rating);
	agreed := jsonb_build_object('scope', scope, 'wording_hash', encode(private.hash_text(wording), 'hex'));
	first_hash := private.event_hash(null, testimonial, 1, 'submitted', 'submitter', moment, said);
	insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, detail, previous_hash, hash) values
		(f.space_id, testimonial, 1, 'submitted', 'submitter', moment, said, null, first_hash),
		(f.space_id, testimonial, 2, 'consented', 'submitter', moment, agreed, first_hash,
			private.event_hash(first_hash, testimonial, 2, 'consented', 'submitter', moment, agreed));
	if email is not null then
		insert into public.testimonial_contacts (space_id, testimonial_id, email) values (f.space_id, testimonial, email);
		-- Nobody's address is flooded through somebody else's form: three of these mails an hour.
		if spam_state = 'clean' and (mail_address is null or private.take_address_budget(mail_address, 3)) then
			insert into plaudit.jobs (kind, payload) values ('receipt_mail', jsonb_build_object('testimonial_id', testimonial));
		end if;
	end if;
	if answers is not null then
		insert into public.testimonial_answers (space_id, testimonial_id, question_id, label, value, is_public, position)
		select f.space_id, testimonial, q.id, q.label, a.value, q.is_public, q.position
		from jsonb_to_recordset(answers) a (question_id uuid, value text)
		join public.form_questions q on q.id = a.question_id and q.form_id = form;
	end if;
	if files is not null then
		perform private.attach_files(f.space_id, testimonial, files);
	end if;
	outcome := 'sent';
	id := testimonial;
end
$$;
alter function private.submit_testimonial(uuid, timestamptz, uuid, bytea, uuid, bytea, text, text, smallint, text, text, text, text,
	text, text, text, text, jsonb, jsonb, text, bigint, bytea, int, bytea) owner to product_door;
grant execute on function private.submit_testimonial(uuid, timestamptz, uuid, bytea, uuid, bytea, text, text, smallint, text, text, text, text,
	text, text, text, text, jsonb, jsonb, text, bigint, bytea, int, bytea) to anon;

-- Files that already lie in storage become objects of the bucket `photos`, and media unless they are portraits.
create function private.attach_files(space uuid, testimonial uuid, files jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
	insert into storage.objects (id, bucket_id, name, version, metadata)
	select x.object_id, 'photos', x.path, x.version, x.metadata
	from jsonb_to_recordset(files) x (object_id uuid, path text, version text, metadata jsonb);
	insert into public.media (id, space_id, testimonial_id, kind, path, mime, bytes, width, height, state)
	select x.id, space, testimonial, x.role, x.path, x.mime, x.bytes, x.width, x.height, 'ready'
	from jsonb_to_recordset(files) x (id uuid, role text, path text, mime text, bytes bigint, width int, height int)
	where x.role <> 'avatar';
end
$$;
alter function private.attach_files(uuid, uuid, jsonb) owner to product_door;
