-- Refuses an address, events or a kind that a webhook cannot have. Private networks and any host are allowed with WEBHOOKS_PRIVATE=on. What a
-- name leads to is checked when it is connected to.
create or replace function private.check_webhook(url text, events text[], kind text) returns void
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	known constant text[] := '{testimonial.created,testimonial.updated,testimonial.approved,testimonial.unpublished,testimonial.withdrawn,testimonial.erased,invitation.answered,import.finished}';
	may_be_private constant boolean := exists (select from private.limits l where l.name = 'webhooks_private' and l.most = 1);
	parts constant text[] := regexp_match(url, '^(https?)://([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?:[/?#]|$)', 'i');
	host constant text := lower(rtrim(parts[2], '.'));
	port constant int := coalesce(parts[3]::int, 443);
	hosts text;
begin
	if kind is null or kind not in ('standard', 'slack', 'discord', 'teams', 'mattermost', 'google_chat') then
		raise exception using errcode = '22023', column = 'kind',
			message = 'The kinds of webhooks are: standard, slack, discord, teams, mattermost, google_chat.';
	end if;
	if events is null or cardinality(events) = 0 or not events <@ known then
		raise exception using errcode = '22023', column = 'events', message = 'The events are: ' || array_to_string(known, ', ') || '.';
	end if;
	if url is null or char_length(url) > 2000 or parts is null or port not between 1 and 65535 or url ~ '[[:cntrl:][:space:]]' then
		raise exception using errcode = '22023', column = 'url', message = 'This is not a web address.';
	end if;
	if may_be_private then
		return;
	end if;
	if lower(parts[1]) <> 'https' then
		raise exception using errcode = '22023', column = 'url', message = 'The address begins with https://.';
	end if;
	if position('.' in host) = 0 or host ~ '(^|\.)(localhost|local|internal)$' or host ~ '^\[' and not host ~ '^\[[23]'
		or host ~ '^(0x|\d+$)' or host ~ '^(0\d*|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[789]\d|1[01]\d|12[0-7])|22[4-9]|2[345]\d)\.[\d.]+$'
	then
		raise exception using errcode = '22023', column = 'url', message = 'It leads to a private network.';
	end if;
	-- Other low ports belong to mail and the like, which a server must not be made to probe.
	if port < 1024 and port not in (80, 443) then
		raise exception using errcode = '22023', column = 'url', message = 'The port of an address is 443, or 1024 and more.';
	end if;
	hosts := case kind
		when 'slack' then '^hooks\.slack(-gov)?\.com$'
		when 'discord' then '^((ptb|canary)\.)?(discord|discordapp)\.com$'
		when 'teams' then '\.(webhook\.office\.com|logic\.azure\.com|powerplatform\.com)$'
		when 'google_chat' then '^chat\.googleapis\.com$'
	end;
	if host !~ hosts then
		raise exception using errcode = '22023', column = 'url', message = format('This is not an address of %s.', case kind
			when 'slack' then 'Slack, which begins with https://hooks.slack.com/'
			when 'discord' then 'Discord, which begins with https://discord.com/api/webhooks/'
			when 'teams' then 'Teams, which a workflow there shows'
			else 'Google Chat, which begins with https://chat.googleapis.com/' end);
	end if;
end
$$;
