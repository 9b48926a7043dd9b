-- Queues an invitation for each recipient {email, name, company, note}: an array in their order of {position (from 1), email, state,
-- reason, invitation_id}, with the state `queued` or the reason: `bad address`, `twice in the list`, `declined before`, `erased before`, `asked before` (in the
-- last 90 days), `budget`. Of the same list sent twice at once, each address is asked once.
create or replace function public.invite_customers(
	form_id uuid, recipients jsonb, subject text, message text, remind_after_days int default null, reply_to_me boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	f record;
	subject_line text := btrim(normalize(subject, NFC));
	letter text := btrim(normalize(replace(message, E'\r\n', E'\n'), NFC), E' \t\n');
	odd text := substring(concat(subject, ' ', message) from '\{(?!(?:name|space|form)\})[a-z_]{1,30}\}');
	batch uuid := gen_random_uuid();
	room bigint;
	answer jsonb;
begin
	select x.space_id, x.is_open into f from public.forms x where x.id = form_id and x.space_id = any (private.spaces_for('editor', 'invitations:write'));
	if not found then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may invite its customers.';
	end if;
	if not f.is_open then
		raise exception using errcode = '22023', message = 'This form is closed. Open it before you invite customers.', column = 'form_id';
	end if;
	if recipients is null or jsonb_typeof(recipients) <> 'array' or jsonb_array_length(recipients) not between 1 and 10000 then
		raise exception using errcode = '22023', message = 'Recipients are a list of 1 to 10,000 objects {email, name, company, note}.', column = 'recipients';
	end if;
	if subject_line is null or char_length(subject_line) not between 1 and 200 or subject_line ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'A subject has 1 to 200 characters on one line.', column = 'subject';
	end if;
	if letter is null or char_length(letter) not between 1 and 5000 or letter ~ '[\x01-\x08\x0b-\x1f\x7f-\x9f]' then
		raise exception using errcode = '22023', message = 'A message has 1 to 5,000 characters and no control characters.', column = 'message';
	end if;
	if odd is not null then
		raise exception using errcode = '22023', message = format('%s is not a field. The fields are {name}, {space} and {form}.', odd),
			column = case when strpos(subject, odd) > 0 then 'subject' else 'message' end;
	end if;
	if remind_after_days not between 1 and 60 then
		raise exception using errcode = '22023', message = 'A reminder goes out after 1 to 60 days, or not at all.', column = 'remind_after_days';
	end if;
	-- One call at a time for each account: concurrent ones could exceed the limit.
	perform pg_advisory_xact_lock(hashtextextended('invitations of ' || coalesce(
		(select m.user_id from private.made_spaces m where m.space_id = f.space_id), f.space_id), 7268433));
	room := private.invitation_queue_capacity(f.space_id);
	insert into private.invitation_batches (id, space_id, form_id, subject, message, remind_after_days, reply_to, created_by)
	values (batch, f.space_id, form_id, subject_line, letter, remind_after_days,
		case when reply_to_me then private.normalize_address(auth.email()) end, auth.uid());

	with listed as materialized (
		select r.position, left(private.tidy_line(r.value ->> 'email', 320), 320) as typed, private.normalize_address(r.value ->> 'email') as email,
			private.tidy_line(r.value ->> 'name', 120) as name, private.tidy_line(r.value ->> 'company', 120) as company,
			private.tidy_line(r.value ->> 'note', 500) as note
		from jsonb_array_elements(recipients) with ordinality r (value, position)
	),
	known as materialized (
		select l.*, case
			when l.email is null then 'bad address'
			when row_number() over (partition by l.email order by l.position) > 1 then 'twice in the list'
			when exists (select from private.declined_addresses d
				where d.space_id = f.space_id and d.address_hash = private.address_hash(f.space_id, l.email)) then 'declined before'
			when exists (select from private.erased x
				where x.space_id = f.space_id and x.kind = 'address' and x.hash = private.erased_hash(f.space_id, 'address', l.email)) then 'erased before'
			when exists (select from public.invitations i
				where i.email = l.email and i.space_id = f.space_id and i.state <> 'failed'
					and (i.state = 'queued' or greatest(i.sent_at, i.reminded_at, i.answered_at) > now() - interval '90 days'))
				or exists (select from private.erased_invitations e
					where e.space_id = f.space_id and e.address_hash = private.address_hash(f.space_id, l.email)
						and e.asked_at > now() - interval '90 days')
				then 'asked before'
		end as reason
		from listed l
	),
	counted as materialized (
		select k.*, gen_random_uuid() as id, k.reason is null and row_number() over (partition by k.reason is null order by k.position) > room as is_over from known k
	),
	added as (
		insert into public.invitations (id, space_id, form_id, batch_id, email, name, company, note)
		select c.id, f.space_id, form_id, batch, c.email, c.name, c.company, c.note from counted c
		where c.reason is null and c.is_over is not true
		order by c.email
		on conflict (space_id, email) where state in ('queued', 'sent', 'opened') do nothing
		returning id
	),
	mails as (
		insert into private.invitation_mails (space_id, invitation_id, kind) select f.space_id, a.id, 'invitation' from added a
	)
	select jsonb_agg(jsonb_build_object(
		'position', d.position, 'email', coalesce(d.email, d.typed), 'state', case when d.is_added then 'queued' end,
		'reason', case when not d.is_added then coalesce(d.reason, case when d.is_over then 'budget' else 'asked before' end) end,
		'invitation_id', case when d.is_added then d.id end) order by d.position)
	into answer
	-- A join would be planned for the hundred elements that PostgreSQL expects, as a loop over both lists.
	from (select c.*, c.id in (select a.id from added a) as is_added from counted c) d;
	perform private.settle_customer_events(f.space_id, answer);

	if exists (select from public.invitations i where i.space_id = f.space_id and i.batch_id = batch) then
		perform private.queue_invitations(f.space_id, now());
	else
		delete from private.invitation_batches b where b.id = batch;
	end if;
	return answer;
end
$$;

grant execute on function public.invite_customers(uuid, jsonb, text, text, int, boolean) to authenticated;
