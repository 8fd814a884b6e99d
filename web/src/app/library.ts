/** The library that draws, to be read in a turn before the app's own code: `entry.ts`. */
import "react/jsx-runtime";
import "react-dom/client";
