import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, CalendarX, Copy } from "lucide-react";
import { createCalendar, endCalendar, ownCalendar } from "../../api/settings/calendar";
import { formatRelative } from "../../lib/time/relative-time";
import { useNow } from "../../lib/time/clock";
import { useLanguage } from "../../lib/language/i18n";
import { useCalendarStrings } from "virtual:strings/calendar";
import { Button } from "../../ui/widgets/Button";
import { TextField } from "../../ui/widgets/Field";
import { LoadFailed } from "../../ui/widgets/LoadFailed";
import { copyText } from "../../ui/copy-text";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";

const KEY = ["calendar"];

/** Creates the address of a calendar of expiry dates. It is shown once; a lost one can be replaced. */
export default function CalendarSection() {
  const common = useCommon();
  const t = useCalendarStrings();
  const language = useLanguage();
  const now = useNow();
  const client = useQueryClient();
  const own = useQuery({ queryKey: KEY, queryFn: ownCalendar, retry: false, refetchOnMount: "always" });
  const [createdUrl, setCreatedUrl] = useState<string>();
  // Clearing all data ends the calendar too.
  const url = own.data ? createdUrl : undefined;

  const failed = (error: unknown) => {
    showToast({ tone: "danger", title: t.failed, text: failureText(error) ?? common.tryAgain });
    // Another device may have ended or replaced the calendar.
    void client.invalidateQueries({ queryKey: KEY });
  };
  const create = useMutation({
    // An earlier response must not hide the new address.
    onMutate: () => client.cancelQueries({ queryKey: KEY }),
    mutationFn: () => createCalendar(language),
    onSuccess: (created) => {
      setCreatedUrl(created.url);
      client.setQueryData(KEY, { createdAt: created.createdAt, language });
    },
    onError: failed,
  });
  const end = useMutation({
    mutationFn: endCalendar,
    onSuccess: () => {
      setCreatedUrl(undefined);
      client.setQueryData(KEY, null);
      showToast({ tone: "success", title: t.turnedOff });
    },
    onError: failed,
  });
  return (
    <section className="card stack gap-16 shrink pad" aria-labelledby="calendar-title">
      <h2 id="calendar-title">{t.title}</h2>
      <p className="muted">{t.text}</p>
      <div role="status" className="stack gap-16 unless-empty">
        {url !== undefined && (
          <TextField label={t.address} hint={t.once} value={url} readOnly onFocus={(event) => event.target.select()} />
        )}
        {url === undefined && own.data && (
          <p className="muted">{t.made(formatRelative(language, own.data.createdAt, now))}</p>
        )}
      </div>
      {own.isError && <LoadFailed onRetry={() => void own.refetch()} busy={own.isFetching} />}
      <div className="flex wrap gap-8">
        {url !== undefined ? (
          <Button
            size="small"
            icon={<Copy size={18} aria-hidden />}
            onClick={() => void copyText(url, { title: t.copied }, { title: t.copyFailed })}
          >
            {t.copy}
          </Button>
        ) : (
          // Not before it is known whether another device has made one, which this one would replace.
          !own.isError && (
            <Button
              size="small"
              icon={<CalendarPlus size={18} aria-hidden />}
              busy={own.isFetching || create.isPending}
              onClick={() => create.mutate()}
            >
              {own.data ? t.anew : t.create}
            </Button>
          )
        )}
        {own.data && (
          <Button
            size="small"
            variant="warning"
            icon={<CalendarX size={18} aria-hidden />}
            busy={end.isPending}
            onClick={() => end.mutate()}
          >
            {t.turnOff}
          </Button>
        )}
      </div>
      <p className="muted">{t.slow}</p>
    </section>
  );
}
