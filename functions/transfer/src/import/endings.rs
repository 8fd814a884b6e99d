//! Recognises rows that are done, archived or used up, by the words of a state column. An import leaves them out.

use super::folding::fold;
use super::plan::LeftOut;

/// Words of headers and cells, folded.
const ENDINGS: [(LeftOut, &str); 3] = [
    (
        LeftOut::Archived,
        "archived isarchived deleted isdeleted removed trashed istrashed archivedat deletedat cancelled canceled \
         archiviert geloscht entfernt abgebrochen archive supprime enleve annule archivado eliminado borrado cancelado \
         archiviato eliminato annullato gearchiveerd verwijderd geannuleerd usuniete anulowane arquivado apagado excluido",
    ),
    (
        LeftOut::UsedUp,
        "consumed used usedup eaten finished sold thrown thrownaway thrownout discarded wasted soldout empty verbraucht \
         aufgebraucht gegessen verkauft weggeworfen entsorgt leer consomme mange utilise vendu jete epuise vide \
         consumido usado gastado vendido agotado vacio consumato usato venduto esaurito vuoto opgebruikt gebruikt \
         opgegeten verkocht weggegooid leeg zuzyte zuzyty zjedzone sprzedane wyrzucone puste gasto esgotado vazio",
    ),
    (
        LeftOut::Completed,
        "completed iscompleted complete completedat datecompleted done isdone checked ischecked ticked crossed \
         crossedoff bought purchased erledigt abgehakt gekauft eingekauft fertig fait achete termine coche hecho \
         completado comprado fatto completato comprato acquistato gekocht voltooid afgevinkt gedaan kupione zrobione \
         ukonczone feito concluido",
    ),
];
/// Words for no and yes.
const NO: &str = "0 false no n nein non faux falsch nee nie nao falso";
const YES: &str = "1 true yes y ja oui vrai wahr x si sim tak";
/// States of rows that are open.
const OPEN: &str = "open offen todo pending active needsaction notstarted inprogress inprocess new fresh";
/// Prefixes that negate a word, as in "Not Finished".
const NOT: [&str; 9] = ["not", "nicht", "un", "in", "non", "pas", "no", "niet", "nie"];

fn is_in(words: &str, text: &str) -> bool {
    words.split(' ').any(|word| word == text)
}

/// Returns the reason that a word names to leave a row out.
pub fn named(word: &str) -> Option<LeftOut> {
    let word = fold(word);
    ENDINGS.iter().find(|(_, words)| is_in(words, &word)).map(|(kind, _)| *kind)
}

/// Returns true for a cell that only says yes or no.
pub fn is_flag(cell: &str) -> bool {
    let cell = fold(cell);
    is_in(YES, &cell) || is_in(NO, &cell)
}

/// Returns the reason in a cell below a header such as "Done": a word of [`ENDINGS`], a yes or a day.
pub fn of_cell(header: &str, cell: &str) -> Option<LeftOut> {
    let word = fold(cell);
    let is_opposite = NOT.iter().any(|not| word.strip_prefix(not).is_some_and(|rest| named(rest).is_some()));
    let is_open = word.is_empty() || is_opposite || is_in(NO, &word) || is_in(OPEN, &word);
    named(cell).or_else(|| (!is_open).then(|| named(header).unwrap_or(LeftOut::Completed)))
}
