-- One submission among those that private.submit_testimonials stores: what the server read and decided, then what the database adds.
create type private.submission as (
	place int, form uuid, definition timestamptz, key uuid, fingerprint bytea, testimonial uuid, token_hash bytea,
	kind text, title text, body text, rating smallint, author_name text, author_title text, author_company text, author_url text,
	email text, locale text, scope text, wording text, answers jsonb, files jsonb,
	spam_state text, words_mark bigint, address bytea, most_per_hour int, mail_address bytea,
	invitation bytea, order_reference text, account jsonb, shown int,
	space_id uuid, avatar text, recording jsonb, seen jsonb, disclosure text, wording_hash bytea, gets_mail boolean, is_checked boolean,
	moment timestamptz, said bytea, author bytea, first_secret bytea, first_hash bytea, agreed jsonb, consented bytea, second_secret bytea,
	second_hash bytea
);

-- private.submit_testimonials ticks the step itself, once for all of a space.
drop trigger reach_milestone on public.testimonials;
create constraint trigger reach_milestone after insert on public.testimonials deferrable initially deferred for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive'
		and current_setting('plaudit.submitting', true) is distinct from 'on')
	execute function private.follow_milestones('first');
